"""What a program writes is read line by line, however it arrives, and a bad line is pinned on the call it answers."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp import MCPError
from mcp.types import JSONRPCError

from liveapps.adapters.mcp_client.failures import kind_of, size_of
from liveapps.adapters.mcp_client.wire import ENDS, Line, Lines, message_of

LIMIT = 1_000
LINES = st.lists(st.binary(max_size=2 * LIMIT).map(lambda line: line.replace(b"\n", b"\r")), max_size=6)


def read(*chunks: bytes, limit: int = LIMIT) -> list[Line]:
    lines = Lines(limit)
    return [line for chunk in chunks for line in lines.feed(chunk)]


@given(LINES, st.lists(st.integers(1, 700), min_size=1))
def test_however_it_is_cut_the_same_lines_arrive(written: list[bytes], cuts: list[int]) -> None:
    stream, chunks = b"".join(line + b"\n" for line in written), list[bytes]()
    while stream:
        size = cuts[len(chunks) % len(cuts)]
        chunks.append(stream[:size])
        stream = stream[size:]
    lines = read(*chunks)
    assert [line.size for line in lines] == [len(line) for line in written]
    assert [line.whole for line in lines] == [line if len(line) <= LIMIT else None for line in written]
    assert [line.head for line in lines] == [line[:ENDS] for line in written]
    assert [line.tail for line in lines] == [line[-ENDS:] for line in written]


def answered(line: bytes, limit: int = 10_000) -> Any:
    """The call that gets an error for this line; None for a line that is passed over."""
    (found,) = read(line + b"\n", limit=limit)
    message = message_of(found)
    if message is None:
        return None
    assert isinstance(message.message, JSONRPCError)
    return message.message.id


LONG = b"x" * 20_000


@pytest.mark.parametrize(
    ("line", "call"),
    [
        (b'{"jsonrpc":"2.0","id":7,"result":{"text":"' + LONG + b'"}}', 7),
        (b'{"id":7,"jsonrpc":"2.0","result":{"text":"' + LONG + b'"}}', 7),
        (b'{ "jsonrpc": "2.0", "id": "a-7", "result": {"text": "' + LONG + b'"}}', "a-7"),
        (b'{"result":{"text":"' + LONG + b'"},"jsonrpc":"2.0","id":7}', 7),
        (b'{"jsonrpc":"2.0","result":{"text":"' + LONG + b'"},"id":7}\r', 7),
        (b'{"result":{"text":"' + LONG + b'"},"id":7,"jsonrpc":"2.0"}', 7),
        (b'{"jsonrpc":"2.0","id":7,"result":{"text":"\xff"}}', 7),
    ],
    ids=["id first", "id before version", "id is text", "version and id last", "id last", "version last", "no UTF-8"],
)
def test_a_bad_answer_is_told_to_the_call_it_is_for(line: bytes, call: Any) -> None:
    assert answered(line) == call


@pytest.mark.parametrize(
    "line",
    [
        b"Loading 3 plugins: " + LONG,
        b'{"level":"info","id":7,"message":"\xff"}',
        b'{"jsonrpc":"2.0","id":7,"method":"sampling/createMessage","params":{"text":"\xff"}}',
        b'{"jsonrpc":"2.0","method":"notifications/message","params":{"id":7,"text":"' + LONG + b'"}}',
        b'{"jsonrpc":"2.0","result":{"rows":[{"text":"' + LONG + b'","id":7}]}}',
        b'{"jsonrpc":"2.0","id":null,"result":{"text":"\xff"}}',
        b"",
    ],
    ids=["prose", "a log", "a request", "a notification", "an id in the data", "no id", "nothing"],
)
def test_what_answers_no_call_of_ours_is_passed_over(line: bytes) -> None:
    assert answered(line) is None


def test_how_large_an_answer_was_is_told_to_its_call() -> None:
    (line,) = read(b'{"jsonrpc":"2.0","id":7,"result":"' + LONG + b'"}\n')
    message = message_of(line)
    assert message is not None
    assert isinstance(message.message, JSONRPCError)
    problem = MCPError.from_jsonrpc_error(message.message)
    assert (kind_of(problem), size_of(problem)) == ("too_large", line.size)
