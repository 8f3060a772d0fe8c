"""Numbers of rules, such as T-12, are links to the digests wherever they stand."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.transforms import SphinxTransform

if TYPE_CHECKING:
    from sphinx.application import Sphinx

NUMBER = re.compile(r"\b[TWSAQMYBC]-\d+[a-z]?\b")


class RuleLinks(SphinxTransform):
    """Anchors where a digest states a rule, references where it is named."""

    default_priority = 800

    def apply(self, **kwargs: Any) -> None:
        """Change the text nodes of one page."""
        if self.env.docname.startswith("rules-"):
            for place in self.document.findall(lambda node: isinstance(node, (nodes.list_item, nodes.row))):
                self._state(place)
        for text in list(self.document.findall(nodes.Text)):
            if not _has(
                text.parent,
                nodes.literal,
                nodes.literal_block,
                nodes.reference,
                pending_xref,
                nodes.title,
                nodes.raw,
                nodes.doctest_block,
            ):
                self._link(text)

    def _state(self, place: nodes.Element) -> None:
        stated = NUMBER.match(place.astext())
        if stated and (label := stated[0].lower()) not in self.env.domains.standard_domain.anonlabels:
            place["ids"].append(label)
            self.env.domains.standard_domain.anonlabels[label] = self.env.docname, label

    def _link(self, text: nodes.Text) -> None:
        parts = re.split(f"({NUMBER.pattern})", text.astext())
        if len(parts) > 1:
            new = [
                self._reference(part) if place % 2 else nodes.Text(part)
                for place, part in enumerate(parts)
                if part
            ]
            text.parent.replace(text, new)

    def _reference(self, number: str) -> nodes.Element:
        return pending_xref(
            "",
            nodes.inline("", number),
            refdomain="std",
            reftype="ref",
            reftarget=number.lower(),
            refexplicit=True,
            refdoc=self.env.docname,
            refwarn=True,
        )


def _has(node: nodes.Node, *kinds: type[nodes.Node]) -> bool:
    while node is not None:
        if isinstance(node, kinds):
            return True
        node = node.parent
    return False


def setup(app: Sphinx) -> dict[str, bool]:
    """Have Sphinx apply the transform."""
    app.add_transform(RuleLinks)
    return {"parallel_read_safe": True}
