"""How Sphinx makes the site of these pages: ``sphinx-build -W -n docs docs/_build``."""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent / "_ext"), str(Path(__file__).parents[1])]

from toolkit import __version__ as release  # noqa: E402  # the tree beside these pages is documented

project = "tobago-toolkit"
copyright = "The tobago-toolkit authors"  # noqa: A001  # Sphinx calls it so
version = release

extensions = ["myst_parser", "sphinx.ext.autodoc", "executed_notebooks", "public_names", "rule_links"]
exclude_patterns = ["_build"]
highlight_language = "none"
default_role = "py:obj"

myst_enable_extensions = ["deflist"]
myst_heading_anchors = 4

autodoc_default_options = {"members": True, "undoc-members": True, "show-inheritance": True}
add_module_names = False
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
python_maximum_signature_line_length = 90
toc_object_entries_show_parents = "hide"

nitpick_ignore_regex = [  # other projects, whose pages this site does not reach for; variables of types
    (
        "py:.*",
        r"(abc|anywidget|collections|distributed|enum|fractions|functools|matplotlib|msgspec|networkx|numpy|pandas|pathlib|random|t)\..*",
    ),
    ("py:.*", r".*\.[A-Z](_co|_contra)?"),
    (
        "py:.*",
        r"(.*\.)?(Account|Annotated|Beside|Cells|CompiledSetting|Fault|Finding|Found|Frame|Given|Item|Part|Played|PositionFile|Recipe|Result|Said|Section|Solver|Tables|Unit)",
    ),  # of the engine room
]

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["notebooks.css", "site.css"]
html_js_files = ["from-disk.js"]
html_title = f"tobago-toolkit {release}"
html_copy_source = False
html_show_sphinx = False
