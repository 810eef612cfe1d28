"""The words of an e-mail about an alert, in the language of the person. Pure: from what is known to a letter.

Titles come from templates that people and agents wrote: each is one line of plain text, in the subject too, and is
escaped wherever there is markup.
"""

import hashlib
import unicodedata
from html import escape

from liveapps.panels.alerts import Alert, AlertStatus
from liveapps.panels.dates import show_moment
from liveapps.panels.jobs import MailAlert
from liveapps.panels.numbers import show_number
from liveapps.panels.origin import Locale
from liveapps.panels.panel import Panel
from liveapps.panels.values import show_value
from liveapps.ports import Letter

_SUBJECTS: dict[Locale, dict[AlertStatus, str]] = {
    "pt-BR": {
        "alerting": "Alerta: {alert} ({panel})",
        "normal": "Voltou ao normal: {alert} ({panel})",
        "no_data": "Sem dados: {alert} ({panel})",
        "error": "Sem avaliação: {alert} ({panel})",
    },
    "en": {
        "alerting": "Alert: {alert} ({panel})",
        "normal": "Back to normal: {alert} ({panel})",
        "no_data": "No data: {alert} ({panel})",
        "error": "Not judged: {alert} ({panel})",
    },
}
_SENTENCES: dict[Locale, dict[AlertStatus, str]] = {
    "pt-BR": {
        "alerting": "O alerta “{alert}” do painel “{panel}” disparou.",
        "normal": "O alerta “{alert}” do painel “{panel}” voltou ao normal.",
        "no_data": "O alerta “{alert}” do painel “{panel}” ficou sem dados para avaliar.",
        "error": "O alerta “{alert}” do painel “{panel}” não pôde ser avaliado: a última atualização falhou.",
    },
    "en": {
        "alerting": "The alert “{alert}” of the panel “{panel}” went off.",
        "normal": "The alert “{alert}” of the panel “{panel}” is back to normal.",
        "no_data": "The alert “{alert}” of the panel “{panel}” has no data to judge.",
        "error": "The alert “{alert}” of the panel “{panel}” could not be judged: the last refresh failed.",
    },
}
_LIMITS: dict[Locale, dict[str, str]] = {
    "pt-BR": {"above": "acima de", "at_least": "a partir de", "below": "abaixo de", "at_most": "até"},
    "en": {"above": "above", "at_least": "at least", "below": "below", "at_most": "at most"},
}
_WORDS: dict[Locale, dict[str, str]] = {
    "pt-BR": {
        "value": "Valor: {value} (limite: {limit})",
        "limit": "Limite: {limit}",
        "at": "Quando: {at}",
        "open": "Abrir o painel",
        "why": "Você recebe este e-mail porque segue o alerta. Para parar, deixe de segui-lo no painel.",
    },
    "en": {
        "value": "Value: {value} (limit: {limit})",
        "limit": "Limit: {limit}",
        "at": "When: {at}",
        "open": "Open the panel",
        "why": "You get this e-mail because you follow the alert. To stop, unfollow it in the panel.",
    },
}


def alert_letter(panel: Panel, task: MailAlert, to: str, locale: Locale, address: str | None) -> Letter:
    """Written again for the same news it is the same letter, id and all."""
    names = {"alert": _line(task.title), "panel": _line(panel.template.title)}
    words = _WORDS[locale]
    lines = [
        _SENTENCES[locale][task.status].format(**names),
        *_figures(panel, task, locale),
        words["at"].format(at=show_moment(task.at, locale, panel.template.time_zone)),
    ]
    link = f"{address}/panels/{panel.id}" if address else None
    return Letter(
        id=_id(task),
        to=to,
        subject=_SUBJECTS[locale][task.status].format(**names),
        text="\n".join([*lines, *([f"{words['open']}: {link}"] if link else []), "", words["why"], ""]),
        html=_html(lines, words, link, locale),
        at=task.at,
    )


def _figures(panel: Panel, task: MailAlert, locale: Locale) -> list[str]:
    """What was measured, against which limit. No number that may have a private row in it: the collection may have
    got its first one since the alert was judged."""
    if task.status not in ("alerting", "normal"):
        return []
    alert = panel.template.alert(task.alert)
    limit = f"{_LIMITS[locale][alert.test]} {_number(panel, alert, alert.threshold, locale)}"
    if task.value is None or panel.template.collection(alert.over).private_rows:
        return [_WORDS[locale]["limit"].format(limit=limit)]
    value = _number(panel, alert, task.value, locale)
    return [_WORDS[locale]["value"].format(value=value, limit=limit)]


def _number(panel: Panel, alert: Alert, number: float, locale: Locale) -> str:
    if alert.field is None:
        return show_number(number, locale)
    field = panel.template.collection(alert.over).field(alert.field)
    return show_value(field, number, locale=locale, time_zone=panel.template.time_zone)


def _html(lines: list[str], words: dict[str, str], link: str | None, locale: Locale) -> str:
    parts = [f"<p>{escape(line)}</p>" for line in lines]
    if link:
        parts.append(f'<p><a href="{escape(link)}">{escape(words["open"])}</a></p>')
    parts.append(f"<p><small>{escape(words['why'])}</small></p>")
    return f'<!doctype html><html lang="{locale}"><meta charset="utf-8"><body>{"".join(parts)}</body></html>'


def _line(text: str) -> str:
    """One line without invisible characters: no line break can begin a header, no mark can turn the text around."""
    spaced = " ".join(text.split())
    return "".join(one for one in spaced if not unicodedata.category(one).startswith("C"))


def _id(task: MailAlert) -> str:
    """The same for each attempt to send it."""
    about = [task.panel, task.alert, task.person, task.status, task.at.isoformat()]
    return hashlib.sha256("\n".join(about).encode()).hexdigest()[:40]
