"""What assistants in other hosts ask of the one who is signed in, and for a boss what they did."""

from fastapi import APIRouter

from liveapps.conversation.widget_events import WidgetEvent
from liveapps.handing.log import HostSessionDetail, HostSessionView
from liveapps.handing.outputs import ProposalShown
from liveapps.panels.errors import Refusal

from .visitor import Visit

router = APIRouter(prefix="/api", tags=["hosts"])


@router.get("/proposals/{proposal}")
async def open_proposal(proposal: str, visit: Visit) -> ProposalShown:
    """A question that is put to me. Someone else's answers like one that is not there."""
    return await visit.house.handing.proposals.shown(visit.user, proposal)


@router.post("/proposals/{proposal}")
async def decide(proposal: str, body: WidgetEvent, visit: Visit) -> ProposalShown:
    """My answer, which is carried out at once, and counts once. Only a signed-in browser gives it: an assistant can
    have an API token, too."""
    if visit.via != "session":
        raise Refusal(
            "proposal_token_required",
            "Only a person who has signed in decides, and an API token is none.",
            "Open the link to the question in the web app and decide there.",
            proposal=proposal,
        )
    return await visit.house.handing.proposals.by_person(visit.user, proposal, body, visit.origin())


@router.get("/mcp/sessions")
async def list_sessions(visit: Visit) -> list[HostSessionView]:
    """The newest 200 conversations in other hosts, for those who look after the installation."""
    return await visit.house.handing.log.sessions(visit.user)


@router.get("/mcp/sessions/{session}")
async def open_session(session: str, visit: Visit) -> HostSessionDetail:
    """Each call and each thing a person did in a widget, in order: ids and numbers, never what rows or notes say."""
    return await visit.house.handing.log.session(visit.user, session)
