"""Calculators as an installation has them: one that computes a month, and one for each way to misbehave.

They run in processes of their own, which import this module: it imports nothing of the house.
"""

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

Rows = dict[str, list[dict[str, Any]]]


def month(arguments: dict[str, Any], now: str, rows: Rows) -> dict[str, Any]:
    """Each customer once more, with the revenue doubled, and their sum in a sentence."""
    computed = [{"code": row["code"], "revenue": row.get("revenue", 0) * 2} for row in rows["customers"]]
    total = sum(row["revenue"] for row in computed)
    return {
        "rows": {"customers": computed},
        "contents": {"summary": {"kind": "text", "markdown": f"{arguments.get('word', 'Total')}: {total}"}},
    }


def given(arguments: dict[str, Any], now: str, rows: Rows) -> dict[str, Any]:
    """Tells what it was given."""
    told = json.dumps({"arguments": arguments, "now": now, "rows": rows}, ensure_ascii=False, sort_keys=True)
    return {"contents": {"summary": {"kind": "text", "markdown": told}}}


def surroundings(**_: Any) -> dict[str, Any]:
    told = json.dumps(sorted(os.environ))
    return {"contents": {"summary": {"kind": "text", "markdown": told}}}


def waits(arguments: dict[str, Any], now: str, rows: Rows) -> dict[str, Any]:
    """Leaves a mark in a folder and ends when another is there."""
    folder = Path(arguments["folder"])
    (folder / f"asked-{os.getpid()}").touch()
    while not (folder / "go").exists():
        time.sleep(0.01)
    return month({}, now, rows)


def fails(arguments: dict[str, Any], now: str, rows: Rows) -> None:
    waits(arguments, now, rows)
    raise ValueError("after a while")


def answers(arguments: dict[str, Any], now: str, rows: Rows) -> Any:
    return arguments["answer"]


def prints(arguments: dict[str, Any], now: str, rows: Rows) -> dict[str, Any]:
    """More than any pipe holds, by Python and past it."""
    for _ in range(2_000):
        print("x" * 1_023)
    os.write(1, b"y" * 200_000)
    sys.stdout.write("the end")
    return month(arguments, now, rows)


def raises(**_: Any) -> None:
    raise ValueError("revenue of Ana: 12")


def loops(**_: Any) -> None:
    while True:
        pass


def eats(**_: Any) -> int:
    return len([bytearray(10_000_000) for _ in range(100)])


def shouts(**_: Any) -> dict[str, str]:
    return {"rows": "x" * 40_000_000}


def leaves(**_: Any) -> None:
    os._exit(0)


def formless(**_: Any) -> dict[str, Any]:
    return {"rows": {"customers": [{"code": object()}]}}
