"""Content of one block arrives, or a refresh brought nothing."""

from liveapps.panels.errors import not_found
from liveapps.panels.instance import Freshness, failed
from liveapps.panels.origin import Origin

from ..change import Change, Draft
from ..contents import check_fits
from ..known import Known
from ..writes import MarkFailed, SetBlock
from .rights import open_panel


def set_block(known: Known, write: SetBlock, origin: Origin) -> Change:
    draft = Draft(open_panel(known, write.panel, origin), origin, "set_block")
    fill(draft, known, write, origin)
    return draft.finish()


def fill(draft: Draft, known: Known, write: SetBlock, origin: Origin) -> None:
    check_fits(draft.panel.template.block(write.block), write.content)
    state = known.state(write.block)
    now = Freshness(
        collected_at=origin.collected_at or origin.at,
        status=write.status,
        tool=origin.tool,
        reading=origin.reading,
        triggered_by=origin.actor,
        message=write.message,
        declared=write.declared,
    )
    draft.put_state(state, state.model_copy(update={"content": write.content, "freshness": now}))


def mark_failed(known: Known, write: MarkFailed, origin: Origin) -> Change:
    """The data of each target stays exactly as it is; only its freshness tells of the failure."""
    panel = open_panel(known, write.panel, origin)
    names = {block.id for block in panel.template.blocks()} | {one.id for one in panel.template.collections}
    draft = Draft(panel, origin, "mark_failed")
    for target in write.targets:
        if target not in names:
            raise not_found("block_not_found", "block", target, names)
        state = known.state(target)
        now = Freshness(
            collected_at=origin.at,
            status="error",
            tool=origin.tool,
            reading=origin.reading,
            triggered_by=origin.actor,
            message=write.message,
            code=write.code,
        )
        draft.put_state(state, state.model_copy(update={"freshness": failed(state.freshness, now)}))
    return draft.finish(note=write.message)
