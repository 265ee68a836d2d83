"""Starting and ending GE; allocators' classes."""

from __future__ import annotations

import pytest
from ge.allocator import Allocator, MemBlock
from ge.ge_global import GeApi
from ge.session import GeError


def test_ge_starts_and_ends() -> None:
    assert GeApi.ge_initialize({"ge.exec.deviceId": "0"}) == 0
    assert GeApi.ge_initialize({"ge.exec.deviceId": "1"}) == 0
    assert GeApi().ge_finalize() == 0
    assert GeApi.ge_finalize() == 0


def test_the_configuration_must_be_a_dictionary_with_something_in_it() -> None:
    with pytest.raises(TypeError, match=r"config.*dictionary"):
        GeApi.ge_initialize([])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"config.*empty"):
        GeApi.ge_initialize({})
    with pytest.raises(AttributeError):
        GeApi.ge_initialize({"ge.graphRunMode": 0})  # type: ignore[dict-item]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"": "x"}, "E10059"),
        ({"ge.autoTuneMode": "RL"}, "E10060"),
        ({"ge.exec.jobId": "1" * 129}, "E10051"),
        ({"ge.exec.precision_mode": "fast"}, "E10001"),
        ({"ge.exec.precision_mode": "force_fp16", "ge.exec.precision_mode_v2": "fp16"}, "E10056"),
        ({"ge.exec.modify_mixlist": "list.json"}, "E10001"),
        ({"ge.exec.hostSchedulingMaxThreshold": "-1"}, "E10001"),
        ({"ge.AllowMultiGraphParallelCompile": "1", "ge.exec.variable_acc": "True"}, "E10001"),
    ],
)
def test_wrong_values_are_refused(options: dict[str, str], code: str) -> None:
    with pytest.raises(GeError, match=f"GEInitialize failed; {code}: "):
        GeApi.ge_initialize(options)


def test_unknown_keys_are_taken() -> None:
    GeApi.ge_initialize({"ge.execDeviceId": "0"})
    GeApi.ge_finalize()


def test_a_block_names_its_memory() -> None:
    block = MemBlock(addr=64, size=16)

    assert (block.addr, block.size) == (64, 16)
    with pytest.raises(AttributeError):
        block.addr = 0  # type: ignore[misc]


def test_an_allocator_must_be_complete() -> None:
    class Half(Allocator):
        def malloc(self, size: int) -> MemBlock:
            return super().malloc(size)  # type: ignore[safe-super]

    with pytest.raises(TypeError):
        Half()  # type: ignore[abstract]

    class Whole(Half):
        def free(self, block: MemBlock) -> None:
            super().free(block)  # type: ignore[safe-super]

    for call in (lambda: Whole().malloc(1), lambda: Whole().free(MemBlock(0, 1))):
        with pytest.raises(NotImplementedError):
            call()
