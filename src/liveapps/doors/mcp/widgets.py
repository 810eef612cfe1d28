"""The widgets: one self-contained page each, drawn by the host. Built into `_widgets`; a tool whose widget is not
there answers all the same, in text."""

import hashlib
import re
from dataclasses import dataclass
from importlib.resources import files

from fastmcp import FastMCP
from fastmcp.apps.config import AppConfig, ResourceCSP
from fastmcp.exceptions import NotFoundError

NAMES = ("panel", "pick-row", "confirm-change", "move-card", "review-suggestion")
SCHEME = "ui://liveapps/"
_FILE = re.compile(r"(?P<name>[a-z-]+)(?:@[0-9a-f]+)?\.html")
# Every list is there although it is empty: hosts differ in what they take a missing one for.
NOTHING = ResourceCSP(connect_domains=[], resource_domains=[], frame_domains=[], base_uri_domains=[])


@dataclass(frozen=True)
class Widgets:
    pages: dict[str, str]

    @classmethod
    def built(cls) -> "Widgets":
        folder = files("liveapps").joinpath("_widgets")
        found = {name: folder.joinpath(f"{name}.html") for name in NAMES}
        return cls({name: page.read_text("utf-8") for name, page in found.items() if page.is_file()})

    def uri(self, name: str) -> str | None:
        """The address changes with the page, because hosts keep pages by their address."""
        page = self.pages.get(name)
        if page is None:
            return None
        return f"{SCHEME}{name}@{hashlib.sha256(page.encode()).hexdigest()[:12]}.html"

    def page(self, file: str) -> str:
        """The page as it is now, also under an address that an older conversation still has."""
        found = _FILE.fullmatch(file)
        page = self.pages.get(found["name"]) if found else None
        if page is None:
            raise NotFoundError(f"There is no widget {file!r}.")
        return page


def register_widgets(server: FastMCP, widgets: Widgets) -> None:
    app = AppConfig(csp=NOTHING, prefers_border=True)
    for name in widgets.pages:
        uri = widgets.uri(name)
        if uri is not None:
            server.resource(uri, name=name, title=name.replace("-", " ").capitalize(), app=app)(_reader(widgets, name))
    if widgets.pages:
        server.resource(f"{SCHEME}{{file}}", name="widget", app=app)(widgets.page)


def _reader(widgets: Widgets, name: str):
    def read() -> str:
        return widgets.pages[name]

    return read
