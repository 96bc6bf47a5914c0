"""How the live process learns of changes: from Redis if there is one, else by polling the database."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection

from django.db import Error as DatabaseError
from redis.asyncio import Redis
from redis.exceptions import RedisError

from tournaments.changes import CHANNEL

from .channels import Channels

logger = logging.getLogger(__name__)

# Seconds between two looks at all tournaments together, while nobody else tells.
_LOOK_EVERY = 1.0
# The same while Redis tells: this finds what it has lost.
_LOOK_FOR_LOST = 10.0
_TRY_AGAIN = 1.0


class Watch:
    """Publishes every change of a tournament with listeners to the channels.

    One look asks for all of them in one query, however many listen; nobody
    listening, it asks nothing.
    """

    def __init__(
        self,
        channels: Channels,
        *,
        reader: Callable[[Collection[str]], Awaitable[dict[str, int]]],
        redis_url: str = "",
    ) -> None:
        self.channels = channels
        self._read = reader
        self._redis_url = redis_url
        self._is_told = False
        # How many changes Redis has told.
        self._heard = 0

    async def run(self) -> None:
        """Watch until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._look())
            if self._redis_url:
                tasks.create_task(self._hear())

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(_LOOK_FOR_LOST if self._is_told else _LOOK_EVERY)
            listened = self.channels.listened()
            if not listened:
                continue
            try:
                numbers = await self._read(listened)
            except DatabaseError as error:
                logger.warning("The live process cannot reach the database and tries again: %s", error)
                continue
            count = self._heard
            news = [uid for uid, number in numbers.items() if self.channels.tell(uid, number)]
            if news and self._is_told:
                # What is on its way arrives meanwhile.
                await asyncio.sleep(_LOOK_EVERY)
                if self._heard == count:
                    # Until Redis tells something, this looks as often as without it.
                    self._is_told = False
                    logger.warning(
                        "Redis did not tell a change: VIDEAU_LIVE is not set for the web or the worker."
                    )

    async def _hear(self) -> None:
        while True:
            try:
                async with Redis.from_url(self._redis_url, socket_connect_timeout=2) as client:
                    await self._listen(client)
            except (RedisError, OSError) as error:
                logger.warning("Redis is away, the live process looks into the database: %s", error)
            self._is_told = False
            await asyncio.sleep(_TRY_AGAIN)

    async def _listen(self, client: Redis) -> None:
        async with client.pubsub() as hearing:
            await hearing.subscribe(CHANNEL)
            async for message in hearing.listen():
                # The first message says that the subscription stands.
                self._is_told = True
                if message["type"] == "message":
                    self._heard += 1
                    uid, _space, number = message["data"].decode().partition(" ")
                    self.channels.tell(uid, int(number))
