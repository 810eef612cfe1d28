"""An alert that is followed by e-mail: what arrives at a real mail server, for whom, and what never leaves."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from liveapps.adapters.smtp import SmtpMail
from liveapps.automating.mailing import Mailing
from liveapps.panels.alerts import AlertStatus
from liveapps.panels.errors import Refusal
from liveapps.panels.jobs import MailAlert
from liveapps.writing.writes import TrashPanel
from tests.automating.post import Post, body_of, post_office
from tests.automating.working import until
from tests.support.world import ADDRESS, World, make_world, panel_template
from tests.writing.alarming import REVENUE, RULE, followed, jobs, many, watched
from tests.writing.asking import add, redesign

AT = datetime(2026, 11, 30, 15, 0, tzinfo=UTC)


@pytest.fixture
async def post() -> AsyncGenerator[Post]:
    async with post_office() as opened:
        yield opened


@pytest.fixture
async def house(tmp_path: Path, post: Post) -> AsyncGenerator[World]:
    """A house that sends its e-mail to that post office. Ana and Caio have an address."""
    made = await make_world(tmp_path, mail=post.server())
    for login in ("ana", "caio"):
        made.people[login] = await made.house.accounts.create_user(
            login, login.title(), "user", None, email=f"{login}@example.com"
        )
    yield made
    await made.running.close()


async def mailed(house: World, *rules: dict[str, Any], **changes: Any) -> str:
    """A panel with alerts, the first of which Caio follows by e-mail."""
    panel = await watched(house, *rules, **changes)
    await followed(house, panel, "caio", rules[0]["id"] if rules else "many", by_email=True)
    return panel


def letter_for(house: World, panel: str, **changes: Any) -> MailAlert:
    plain = MailAlert(
        panel=panel,
        alert="many",
        title="Mais de 2 clientes",
        person=house.people["caio"].id,
        status="alerting",
        value=3,
        at=AT,
    )
    return plain.model_copy(update=changes)


async def send(house: World, post: Post, task: MailAlert) -> None:
    """As the job does it."""
    await Mailing(house.running.store, SmtpMail(post.server(), None), ADDRESS).do(task)


async def test_an_alert_that_goes_off_reaches_the_mailbox_of_who_follows_it_by_email(house: World, post: Post) -> None:
    panel = await mailed(house)
    await house.ship(panel, many(3))
    (letter,) = await post.arrive(1)
    assert post.senders == ["alertas@example.com > caio@example.com"]
    assert letter["Subject"] == "Alerta: Mais de 2 clientes (Carteira)"
    assert letter["To"] == "caio@example.com"
    assert letter["Auto-Submitted"] == "auto-generated"
    text = body_of(letter, "plain")
    assert "O alerta “Mais de 2 clientes” do painel “Carteira” disparou." in text
    assert "Valor: 3 (limite: acima de 2)" in text
    assert "Quando: 30/11/2026 12:00" in text
    assert f"Abrir o painel: {ADDRESS}/panels/{panel}" in text
    assert f'<a href="{ADDRESS}/panels/{panel}">Abrir o painel</a>' in body_of(letter, "html")


async def test_each_person_is_written_to_in_their_language(house: World, post: Post) -> None:
    panel = await mailed(house, REVENUE)
    await house.house.accounts.change_locale(house.people["caio"], "en")
    await house.ship(panel, many(1, revenue=1234.5))
    (letter,) = await post.arrive(1)
    assert letter["Subject"] == "Alert: Receita acima de 100 (Carteira)"
    text = body_of(letter, "plain")
    assert "The alert “Receita acima de 100” of the panel “Carteira” went off." in text
    assert "Value: R$1,234.50 (limit: above R$100.00)" in text
    assert "When: Nov 30, 2026, 12:00 PM" in text


SAID: dict[AlertStatus, tuple[str, str]] = {
    "alerting": ("Alerta: ", "disparou."),
    "normal": ("Voltou ao normal: ", "voltou ao normal."),
    "no_data": ("Sem dados: ", "ficou sem dados para avaliar."),
    "error": ("Sem avaliação: ", "não pôde ser avaliado: a última atualização falhou."),
}


@pytest.mark.parametrize("status", SAID)
async def test_each_change_is_told_in_its_own_words(house: World, post: Post, status: AlertStatus) -> None:
    panel = await mailed(house)
    await send(house, post, letter_for(house, panel, status=status, value=None))
    (letter,) = post.letters
    assert str(letter["Subject"]).startswith(SAID[status][0])
    assert SAID[status][1] in body_of(letter, "plain")
    assert ("Limite: acima de 2" in body_of(letter, "plain")) == (status in ("alerting", "normal"))


async def test_a_title_is_text_wherever_it_stands_and_never_a_header_or_markup(house: World, post: Post) -> None:
    title = 'Muitos\r\nBcc: todos@example.com\u202e {panel} <img src="x">'
    panel = await mailed(house, {**RULE, "title": title}, title="A & B\n<b>")
    await house.ship(panel, many(3))
    (letter,) = await post.arrive(1)
    assert letter["Bcc"] is None
    assert str(letter["Subject"]).strip() == 'Alerta: Muitos Bcc: todos@example.com {panel} <img src="x"> (A & B <b>)'
    assert post.senders == ["alertas@example.com > caio@example.com"]
    html = body_of(letter, "html")
    assert "<img" not in html
    assert "<b>" not in html
    assert "A &amp; B &lt;b&gt;" in html


async def test_sent_again_it_has_the_same_id_and_another_change_has_another(house: World, post: Post) -> None:
    panel = await mailed(house)
    for task in (letter_for(house, panel), letter_for(house, panel), letter_for(house, panel, status="normal")):
        await send(house, post, task)
    first, again, other = [str(letter["Message-ID"]) for letter in post.letters]
    assert first == again != other
    assert first.endswith("@example.com>")


async def test_no_number_leaves_that_a_private_row_may_be_in(house: World, post: Post) -> None:
    private = [{**panel_template()["collections"][0], "private_rows": True}]
    panel = await mailed(house, REVENUE, collections=private)
    await house.write(add(panel, code="S-1", company="Segredo", revenue=123), "ana")
    (letter,) = await post.arrive(1)
    said = f"{letter['Subject']} {body_of(letter, 'plain')} {body_of(letter, 'html')}".replace(panel, "")
    assert "Limite: acima de R$ 100,00" in said
    assert not [word for word in ("123", "Segredo", "S-1", "Ana") if word in said]


async def test_a_list_that_takes_private_rows_by_now_shows_no_number_in_a_letter_from_before(
    house: World, post: Post
) -> None:
    panel = await mailed(house)
    private = [{**panel_template()["collections"][0], "private_rows": True}]
    await house.write(redesign(panel, alerts=[RULE], collections=private))
    await send(house, post, letter_for(house, panel))
    assert "Valor" not in body_of(post.letters[0], "plain")


async def leaves(house: World, panel: str) -> None:
    caio = house.people["caio"].id
    await house.running.store.write(lambda tx: tx.unfollow(panel, "many", caio))


async def wants_none(house: World, panel: str) -> None:
    await followed(house, panel, "caio")


async def may_not_see(house: World, panel: str) -> None:
    await house.write(redesign(panel, alerts=[RULE], audience={"who": "only_me"}))


async def has_no_address(house: World, panel: str) -> None:
    person = house.people["caio"].model_copy(update={"email": None})
    await house.running.store.write(lambda tx: tx.save_user(person, None))


async def is_trashed(house: World, panel: str) -> None:
    await house.write(TrashPanel(panel=panel))


async def has_no_such_rule(house: World, panel: str) -> None:
    await house.write(redesign(panel))


HAPPENS: dict[str, Callable[[World, str], Awaitable[None]]] = {
    "they leave": leaves,
    "they want no e-mail": wants_none,
    "they may not see the panel": may_not_see,
    "they have no address": has_no_address,
    "the panel is trashed": is_trashed,
    "the rule is gone": has_no_such_rule,
}


@pytest.mark.parametrize("happens", HAPPENS)
async def test_who_is_not_to_be_told_any_more_gets_no_letter(house: World, post: Post, happens: str) -> None:
    """Decided when the letter leaves: the same one goes out as long as nothing has happened."""
    panel = await mailed(house)
    await send(house, post, letter_for(house, panel))
    await HAPPENS[happens](house, panel)
    await send(house, post, letter_for(house, panel))
    assert len(post.letters) == 1


async def test_a_letter_that_is_not_taken_is_sent_later(house: World, post: Post) -> None:
    post.answers.append("451 Try again later")
    panel = await mailed(house)
    await house.ship(panel, many(3))

    async def waits() -> bool:
        return any(job.error for job in await jobs(house, "mail_alert"))

    await until(waits)
    (job,) = await jobs(house, "mail_alert")
    assert (job.status, job.error) == (
        "waiting",
        "mail_failed: The mail server did not take the e-mail: SMTPDataError 451.",
    )
    house.clock.forward(minutes=1)
    assert len(await post.arrive(1)) == 1


async def test_without_a_mail_server_a_letter_is_refused_and_not_lost(world: World) -> None:
    world.people["caio"] = await world.house.accounts.create_user("caio", "Caio", "user", None, email="c@example.com")
    panel = await mailed(world)
    with pytest.raises(Refusal) as refused:
        await Mailing(world.running.store, None, None).do(letter_for(world, panel))
    assert refused.value.code == "mail_not_configured"
