"""This machine's addresses for phones in the same network, the likeliest first. Nothing is sent to find them."""

from __future__ import annotations

import contextlib
import ipaddress
import re
import socket
from collections.abc import Iterable
from dataclasses import dataclass

import ifaddr

LOOPBACK = "127.0.0.1"

# Where no phone is: ways into other networks. Adapters' names on Linux and macOS, descriptions on Windows.
_TUNNEL = re.compile(
    r"^(u?tun|tap|wg|ppp|ipsec|tailscale|zt|nordlynx|proton|gpd|cscotun|outline)\w*\b"
    r"|tap-windows|wintun|wireguard|openvpn|tailscale|zerotier|anyconnect|fortinet|wan miniport|\bvpn\b",
    re.IGNORECASE,
)
# Networks within this machine: containers and virtual machines.
_WITHIN = re.compile(
    r"^(docker|podman|br-[0-9a-f]{6,}|veth|vmnet|vboxnet|virbr|vnic|vnet|lxc|lxd|incus|cni|flannel|cali|kube|dummy"
    r"|bridge\d|awdl|llw|anpi|ap\d|feth|p2p|usbmon)"
    r"|vethernet|hyper-v|\bwsl\b|virtualbox|vmware|parallels|loopback|bluetooth",
    re.IGNORECASE,
)
_SHARED = ipaddress.ip_network("100.64.0.0/10")
"""Of providers and of overlays as Tailscale's: never that of a home's router."""


@dataclass(frozen=True)
class Address:
    """An address (IPv4) and the name of its adapter, as people know it."""

    ip: str
    adapter: str = ""


def rank(found: Iterable[Address], way_out: str = "") -> list[Address]:
    """*found* without what leads nowhere, the likeliest first; *way_out* is the address of the default route.

    Adapters that exist in software only come last, even with the likeliest addresses. A way out that leads through
    a virtual switch is a real one (Hyper-V bridges the machine's own adapter), one through a tunnel is not.
    """
    useful: dict[str, Address] = {}
    for address in found:
        with contextlib.suppress(ValueError):
            ip = ipaddress.IPv4Address(address.ip)
            if not (ip.is_loopback or ip.is_link_local or ip.is_unspecified or ip.is_multicast):
                useful.setdefault(address.ip, address)

    def key(address: Address) -> tuple[int, int]:
        ip = ipaddress.IPv4Address(address.ip)
        home = 0 if ip.is_private and ip not in _SHARED else 1
        if _TUNNEL.search(address.adapter) or ip in _SHARED:
            return 3, home
        if address.ip == way_out:
            return 0, home
        return (2 if _WITHIN.search(address.adapter) else 1), home

    return sorted(useful.values(), key=key)


def _adapters() -> list[Address]:
    found = []
    with contextlib.suppress(OSError):
        for adapter in ifaddr.get_adapters():
            # On Windows the name is a number; what it is called is in the other one.
            name = str(adapter.nice_name or adapter.name)
            found += [Address(str(ip.ip), name) for ip in adapter.ips if ip.is_IPv4]
    return found


def _way_out() -> str:
    # No packet is sent: connecting a datagram socket only asks the system which way it would take.
    for target in ("192.0.2.1", "10.255.255.255"):
        with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect((target, 9))
            return str(probe.getsockname()[0])
    return ""


def addresses() -> list[Address]:
    """What `rank` makes of this machine; loopback if there is nothing else."""
    way_out = _way_out()
    found = _adapters()
    if way_out and all(address.ip != way_out for address in found):
        found.insert(0, Address(way_out))
    return rank(found, way_out) or [Address(LOOPBACK)]


def own_names() -> list[str]:
    """The names under which this machine is known in its network."""
    name = socket.gethostname().lower()
    return [name, f"{name}.local"] if name else []
