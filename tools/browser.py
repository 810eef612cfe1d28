"""Finds a Chromium for the browser tests, or installs Debian's."""

import os
import shutil
import subprocess
import sys

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
HOW = """
The browser tests need Chromium and found none. Install it (Debian and Ubuntu: apt-get install chromium), or say
where it is: CHROMIUM=/path/to/chromium make test
"""


def find() -> str | None:
    given = os.environ.get("CHROMIUM")
    if given:
        return given if os.access(given, os.X_OK) else None
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def _run(*command: str) -> None:
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)


def main() -> None:
    if find():
        return
    if shutil.which("apt-get") and os.geteuid() == 0:
        print("Installing Chromium for the browser tests…", flush=True)
        _run("apt-get", "update", "-qq")
        _run("apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium")
    if not find():
        sys.exit(HOW)


if __name__ == "__main__":
    main()
