"""What the pictures of all games are made of: SVG elements, style sheets with colours, `Picture`."""

from toolkit.core.pictures.picture import Drawn, Picture, document
from toolkit.core.pictures.sheet import Sheet, Theme

__all__ = ["Drawn", "Picture", "Sheet", "Theme", "document"]
