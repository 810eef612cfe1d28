"""All that a door for other hosts may call."""

from dataclasses import dataclass

from .addresses import Addresses
from .calls import Calls
from .changing import Changing
from .log import HostLog
from .looking import Looking
from .proposals import Proposals
from .proposing import Proposing


@dataclass(frozen=True)
class Handing:
    calls: Calls
    looking: Looking
    changing: Changing
    proposing: Proposing
    proposals: Proposals
    log: HostLog
    addresses: Addresses
