"""Which of a machine's addresses phones are offered first."""

from __future__ import annotations

import socket

import pytest

from engine.rooms import addresses
from engine.rooms.addresses import Address, rank

WLAN = "192.168.178.20"


@pytest.mark.parametrize(
    "adapter",
    [
        "docker0",
        "br-3f2a9c11d0e4",
        "veth12ab34",
        "vmnet8",
        "vboxnet0",
        "virbr0",
        "tun0",
        "tap0",
        "utun4",
        "wg0",
        "tailscale0",
        "bridge100",
        "cni0",
        "vEthernet (WSL)",
        "vEthernet (Default Switch)",
        "Hyper-V Virtual Ethernet Adapter #2",
        "VMware Virtual Ethernet Adapter for VMnet1",
        "VirtualBox Host-Only Ethernet Adapter",
        "TAP-Windows Adapter V9",
        "WireGuard Tunnel",
        "Fortinet Virtual Ethernet Adapter (NDIS 6.30)",
    ],
)
def test_adapters_in_software_come_last(adapter: str) -> None:
    """Even with an address like a home router's, and even if the machine names it first."""
    found = rank([Address("192.168.1.7", adapter), Address(WLAN, "wlp3s0"), Address("10.0.0.5", "eth0")])
    assert [address.ip for address in found] == [WLAN, "10.0.0.5", "192.168.1.7"]


@pytest.mark.parametrize(
    "adapter", ["eth0", "enp0s31f6", "wlan0", "en0", "br0", "bond0", "Intel(R) Wi-Fi 6 AX201 160MHz"]
)
def test_real_adapters_are_real(adapter: str) -> None:
    """A bridge of the machine's own network and adapters of every system stay before a container's."""
    found = rank([Address("172.17.0.1", "docker0"), Address("172.20.1.9", adapter)])
    assert found[0] == Address("172.20.1.9", adapter)


def test_way_out_comes_first() -> None:
    """Of two real adapters the one that leads to the router; through a virtual switch too, through a tunnel not."""
    two = [Address("10.0.0.5", "eth0"), Address(WLAN, "wlan0")]
    assert rank(two, WLAN)[0].ip == WLAN
    assert rank(two, "10.0.0.5")[0].ip == "10.0.0.5"
    switch = [Address("192.168.1.7", "Realtek PCIe"), Address(WLAN, "Hyper-V Virtual Ethernet Adapter")]
    assert rank(switch, WLAN)[0].ip == WLAN
    tunnel = [Address("10.8.0.2", "tun0"), Address(WLAN, "wlan0")]
    assert rank(tunnel, "10.8.0.2")[0].ip == WLAN
    assert rank([Address("100.101.102.103", "eth7"), Address(WLAN, "wlan0")], "100.101.102.103")[0].ip == WLAN


def test_what_leads_nowhere_is_left_out() -> None:
    """Loopback, self-assigned addresses and what is none; each address once."""
    found = [
        Address("127.0.0.1", "lo"),
        Address("169.254.3.4", "eth1"),
        Address("0.0.0.0"),
        Address("nonsense"),
        Address("224.0.0.1"),
        Address(WLAN, "wlan0"),
        Address(WLAN, "wlan0:1"),
    ]
    assert rank(found) == [Address(WLAN, "wlan0")]


def test_home_addresses_before_public_ones() -> None:
    """A phone in the Wi-Fi is more likely to reach a private address."""
    assert [a.ip for a in rank([Address("8.8.4.4", "eth0"), Address(WLAN, "eth1")])] == [WLAN, "8.8.4.4"]


def test_without_any_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """No adapters, no way out, not even a socket: loopback, and no error."""

    def refused(*_args: object, **_kwargs: object) -> None:
        raise OSError(101, "Network is unreachable")

    monkeypatch.setattr("ifaddr.get_adapters", refused)
    monkeypatch.setattr(socket, "socket", refused)
    assert addresses.addresses() == [Address("127.0.0.1")]


def test_nothing_is_sent_to_find_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only datagram sockets are opened, and nothing is written to them."""
    kinds = []

    class Watched(socket.socket):
        def __init__(self, *args: int, **kwargs: int) -> None:
            super().__init__(*args, **kwargs)
            kinds.append(self.type)

        def send(self, *_args: object) -> int:
            raise AssertionError

        sendto = send

    monkeypatch.setattr(socket, "socket", Watched)
    assert addresses.addresses()
    assert set(kinds) <= {socket.SOCK_DGRAM}
