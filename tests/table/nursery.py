"""Starts servers at once: it has imported what they need, and forks one for each line that it reads.

A line is a JSON list: the file for what the command prints, and its arguments. The answer is the process's
number.
"""

from __future__ import annotations

import json
import os
import signal
import sys


def main() -> None:
    import workbench.cli.main
    import workbench.cli.table
    import workbench.table.opening
    import workbench.table.serve
    from workbench.table.page import page_files

    page_files("printed")
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # who ends is gone
    for line in sys.stdin:
        printed, *arguments = json.loads(line)
        if not (child := os.fork()):
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            out = os.open(printed, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(out, 1)
            os.dup2(out, 2)
            os._exit(workbench.cli.main.run(["table", *arguments]))
        print(child, flush=True)


if __name__ == "__main__":
    main()
