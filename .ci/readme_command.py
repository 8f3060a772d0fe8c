"""Print the N-th shell command of the README: ``python .ci/readme_command.py 2``."""

import re
import sys
from pathlib import Path

readme = Path(__file__).parent.parent.joinpath("README.md").read_text(encoding="utf-8")
blocks = re.findall(r"```sh\n(.*?)```", readme, flags=re.DOTALL)
print(blocks[int(sys.argv[1]) - 1].strip())
