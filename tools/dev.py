"""The demo's server and the web app's development server, side by side, both reloading on change."""

import argparse
import os
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--port", default="8350")
    options.add_argument("--data", default="data")
    given = options.parse_args()
    watch = [sys.executable, "-m", "watchfiles", "--filter", "python"]
    server = f"{sys.executable} -m examples.crm.demo --port {given.port} --data {given.data}"
    web = {**os.environ, "LIVEAPPS_SERVER": f"http://127.0.0.1:{given.port}"}
    started = [
        subprocess.Popen([*watch, server, "src", "examples"], cwd=ROOT),
        subprocess.Popen(["npm", "--prefix", "web", "run", "dev"], cwd=ROOT, env=web),
    ]
    # Ctrl+C reaches the two programs as well; this one waits for them.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for process in started:
        process.wait()


if __name__ == "__main__":
    main()
