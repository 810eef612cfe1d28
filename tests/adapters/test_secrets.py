"""Secrets are kept encrypted, each for its owner alone."""

import base64
import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from liveapps.adapters.secrets import FILE, SealedSecrets
from liveapps.panels.errors import Refusal

KEY = base64.b64encode(bytes(32)).decode()


def test_a_secret_comes_back_for_its_owner_also_after_a_restart(tmp_path: Path) -> None:
    sealed = SealedSecrets(tmp_path).seal("whsec_ação", "endpoint 1")
    assert "whsec" not in sealed
    assert SealedSecrets(tmp_path).unseal(sealed, "endpoint 1") == "whsec_ação"


def test_the_same_secret_is_never_sealed_alike(tmp_path: Path) -> None:
    secrets = SealedSecrets(tmp_path)
    assert secrets.seal("s", "endpoint 1") != secrets.seal("s", "endpoint 1")


def test_moved_to_another_owner_changed_or_under_another_key_it_cannot_be_read(tmp_path: Path) -> None:
    sealed = SealedSecrets(tmp_path).seal("top", "endpoint 1")
    changed = sealed[:-4] + ("AAAA" if sealed[-4:] != "AAAA" else "BBBB")
    attempts = [
        (SealedSecrets(tmp_path), sealed, "endpoint 2"),
        (SealedSecrets(tmp_path), changed, "endpoint 1"),
        (SealedSecrets(tmp_path), "v1.AAAA", "endpoint 1"),
        (SealedSecrets(tmp_path), "nonsense é", "endpoint 1"),
        (SealedSecrets(tmp_path, KEY), sealed, "endpoint 1"),
    ]
    for secrets, text, owner in attempts:
        with pytest.raises(Refusal) as refused:
            secrets.unseal(text, owner)
        assert refused.value.code == "secret_unreadable"
        assert "top" not in str(refused.value.envelope())


def test_the_key_is_made_at_first_use_in_a_file_only_its_owner_reads(tmp_path: Path) -> None:
    secrets = SealedSecrets(tmp_path)
    assert list(tmp_path.iterdir()) == []
    secrets.seal("s", "o")
    assert [file.name for file in tmp_path.iterdir()] == [FILE]
    assert os.stat(tmp_path / FILE).st_mode & 0o777 == 0o600


def test_a_key_that_is_given_makes_no_file(tmp_path: Path) -> None:
    secrets = SealedSecrets(tmp_path, KEY)
    assert secrets.unseal(secrets.seal("s", "o"), "o") == "s"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("wrong", ["short", KEY[:-4], "é" * 44, base64.b64encode(bytes(16)).decode()])
def test_what_is_no_key_is_refused_without_repeating_it(tmp_path: Path, wrong: str) -> None:
    with pytest.raises(Refusal) as refused:
        SealedSecrets(tmp_path, wrong)
    assert refused.value.code == "invalid_input"
    assert wrong not in str(refused.value.envelope())


def test_many_that_start_at_once_share_one_key(tmp_path: Path) -> None:
    def seal(secret: str) -> str:
        return SealedSecrets(tmp_path).seal(secret, "o")

    with ThreadPoolExecutor(8) as pool:
        sealed = list(pool.map(seal, ["s"] * 16))
    assert {SealedSecrets(tmp_path).unseal(one, "o") for one in sealed} == {"s"}
    assert [file.name for file in tmp_path.iterdir()] == [FILE]
