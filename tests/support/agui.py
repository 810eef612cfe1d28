"""The real AG-UI client, in each version that is promised to work, as a program of its own."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

WEB = Path(__file__).resolve().parents[2] / "web"
SCRIPT = WEB / "e2e/agui-client.mjs"
OLDER = WEB / "e2e/client-0.0.59"
VERSIONS = ("1.0", "0.0.59")


def talk(version: str, address: str, token: str, agent: str, *steps: dict[str, Any]) -> dict[str, Any]:
    """What the client heard: its runs with their events and interrupts, its messages, its state, its warnings."""
    node = shutil.which("node")
    assert node is not None
    command = [node, str(SCRIPT), version, address, token, agent, json.dumps(steps)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def install_older_client() -> None:
    """It is no part of the web app, so what installs that leaves it out."""
    if (OLDER / "node_modules/@ag-ui/client").is_dir():
        return
    npm = shutil.which("npm")
    assert npm is not None
    subprocess.run([npm, "--prefix", str(OLDER), "ci", "--silent", "--no-audit", "--no-fund"], timeout=300, check=True)
