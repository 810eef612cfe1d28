"""Says what is missing on this machine and how to get it. Runs on any Python 3: no newer syntax here."""

import shutil
import subprocess
import sys

PYTHON = (3, 11)
NODE = 20


def python_problem():
    if sys.version_info >= PYTHON:
        return None
    found = ".".join(str(part) for part in sys.version_info[:2])
    return (
        "Python %d.%d or newer is needed; this is %s. Install it (https://www.python.org/downloads or your package\n"
        "manager), then run: make PYTHON=python3.11 demo" % (PYTHON[0], PYTHON[1], found)
    )


def node_problem():
    node, npm = shutil.which("node"), shutil.which("npm")
    if node and npm:
        found = subprocess.run([node, "--version"], stdout=subprocess.PIPE, check=True).stdout.decode().strip()
        if int(found.lstrip("v").split(".")[0]) >= NODE:
            return None
        return (
            "Node %d or newer is needed; this is %s. Install it from https://nodejs.org or with your package manager."
            % (
                NODE,
                found,
            )
        )
    return "Node %d or newer (with npm) is needed and was not found. Install it from https://nodejs.org." % NODE


problem = {"python": python_problem, "node": node_problem}[sys.argv[1]]()
if problem:
    sys.exit("\n" + problem + "\n")
