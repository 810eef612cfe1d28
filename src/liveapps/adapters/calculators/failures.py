"""What went wrong with a calculator, as the house says it."""

from liveapps.panels.calculators import InstalledCalculator
from liveapps.panels.errors import Refusal


def log_of(name: str) -> str:
    return f"calculator-{name}.log"


def _where(calculator: InstalledCalculator) -> str:
    return f'Whoever runs this installation finds what it printed in "logs/{log_of(calculator.id)}".'


def _failed(calculator: InstalledCalculator, how: str, next_step: str | None = None) -> Refusal:
    step = next_step or _where(calculator)
    return Refusal("tool_failed", f'"{calculator.id}" {how}.', step, tool=calculator.id, first_lines=how)


def named_twice(calculator: InstalledCalculator) -> Refusal:
    return Refusal(
        "invalid_input",
        f'Two calculators of the configuration are named "{calculator.id}".',
        "Give one of them another id and start again.",
        calculator=calculator.id,
    )


def raised(calculator: InstalledCalculator, kind: str, place: str) -> Refusal:
    return _failed(calculator, f"broke off with {kind}" + (f" ({place})" if place else ""))


def not_started(calculator: InstalledCalculator) -> Refusal:
    return _failed(calculator, "could not be started", "Try again when this server has less to do.")


def ended(calculator: InstalledCalculator, code: int | None) -> Refusal:
    how = f"was stopped by the system (signal {-code})" if code is not None and code < 0 else "ended without an answer"
    return _failed(calculator, how)


def out_of_memory(calculator: InstalledCalculator) -> Refusal:
    return _failed(
        calculator,
        f"needed more than {calculator.megabytes} MB of memory",
        "Let it hold less at a time, or allow it more megabytes in the configuration.",
    )


def timed_out(calculator: InstalledCalculator) -> Refusal:
    return Refusal(
        "tool_timeout",
        f'"{calculator.id}" did not end within {calculator.seconds:g} seconds, and was stopped.',
        "Let it do less, or allow it more seconds in the configuration.",
        tool=calculator.id,
        seconds=calculator.seconds,
    )


def no_json(calculator: InstalledCalculator) -> Refusal:
    return _unreadable(calculator, "holds something that JSON has no form for", _where(calculator))


def too_large(calculator: InstalledCalculator, most: int) -> Refusal:
    return _unreadable(calculator, f"is larger than {most // 2**20} MB", "Let it answer with fewer or shorter rows.")


def _unreadable(calculator: InstalledCalculator, why: str, next_step: str) -> Refusal:
    return Refusal("tool_output_unreadable", f'What "{calculator.id}" answered {why}.', next_step, tool=calculator.id)
