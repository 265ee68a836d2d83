"""`GeApi`."""

from __future__ import annotations

from ge.error import raise_ge_error
from ge.ge_global._options import OptionError, check_global
from ge.ge_global._state import STATE, encoded, fail


class GeApi:
    """Starts and ends GE. All methods belong to the class."""

    @classmethod
    def ge_initialize(cls, config: dict[str, str]) -> int:
        """Start GE; when it runs already, nothing happens.

        Args:
            config: Options of the process, at least one: `{"ge.exec.deviceId": "0"}` starts GE and changes nothing.
                Keys that are not known are kept.

        Returns:
            0.

        Raises:
            TypeError: Not a dictionary, or empty.
            AttributeError: A key or value is no text.
            GeError: A key is empty (E10059), a value is wrong (E10001, E10051, E10056, E10060), or passes that the
                environment names cannot be loaded (E13029).
        """
        if not isinstance(config, dict):
            raise TypeError("config must be a dictionary")
        options = encoded(config)
        if not options:
            raise TypeError('config must not be empty: give an option, for example {"ge.exec.deviceId": "0"}')
        if "" in options:
            fail("GEInitialize", "E10059", "stage GEInitialize: an option's key is empty")
        try:
            check_global(options)
        except OptionError as error:
            fail("GEInitialize", error.code, error.message)
        try:
            STATE.start(options)
        except (RuntimeError, ValueError):
            raise_ge_error("GEInitialize")
        return 0

    @classmethod
    def ge_finalize(cls) -> int:
        """End GE: sessions that still exist are stale from now on. Harmless when it does not run.

        Returns:
            0.
        """
        STATE.stop()
        return 0
