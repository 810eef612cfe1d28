"""Puts the verbs of this room together."""

from liveapps.acting.refresh import Refresher
from liveapps.conversation.agents import Agent
from liveapps.ports import Clock, Ids, Store
from liveapps.reading.facade import Facade
from liveapps.writing.funnel import Funnel

from .addresses import Addresses
from .calls import Calls
from .changing import Changing
from .desk import Handing
from .events import Events
from .log import HostLog
from .looking import Looking
from .proposals import Proposals
from .proposing import Proposing
from .targets import Targets


def wire_handing(
    facade: Facade,
    funnel: Funnel,
    refresher: Refresher,
    agents: dict[str, Agent],
    store: Store,
    base: str,
    clock: Clock,
    ids: Ids,
) -> Handing:
    """`base` is the address of the web app: proposals and panels are linked to there."""
    addresses, targets = Addresses(base), Targets(facade)
    proposals = Proposals(facade, funnel, store, addresses, clock)
    return Handing(
        calls=Calls(store, Events(facade, store, clock), clock, ids),
        looking=Looking(facade, targets, addresses),
        changing=Changing(facade, funnel, refresher, targets, agents, addresses, clock, ids),
        proposing=Proposing(facade, funnel, targets, proposals, store, clock),
        proposals=proposals,
        log=HostLog(store),
        addresses=addresses,
    )
