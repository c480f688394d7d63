"""How much one phone, or one address, may ask for. Times are seconds of whatever clock is handed in."""

from __future__ import annotations

from collections import OrderedDict


class Bucket:
    """Lets through *burst* at once and *rate* a second in the long run."""

    def __init__(self, burst: float, rate: float, now: float) -> None:
        self._burst, self._rate = burst, rate
        self._left, self._at = burst, now

    def _fill(self, now: float) -> None:
        self._left = min(self._burst, self._left + max(0.0, now - self._at) * self._rate)
        self._at = now

    def empty(self, now: float) -> bool:
        """Whether nothing more would be let through now."""
        self._fill(now)
        return self._left < 1

    def take(self, now: float) -> bool:
        """Let one through; False if that is too much."""
        if self.empty(now):
            return False
        self._left -= 1
        return True


class PerAddress:
    """A `Bucket` for each address; the least recently seen is forgotten when there are more than *most*."""

    def __init__(self, burst: float, rate: float, most: int = 4096) -> None:
        self._burst, self._rate, self._most = burst, rate, most
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, address: str, now: float) -> Bucket:
        """The bucket of *address*."""
        bucket = self._buckets.get(address)
        if bucket is None:
            bucket = self._buckets[address] = Bucket(self._burst, self._rate, now)
            if len(self._buckets) > self._most:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(address)
        return bucket
