"""A mutation fuzzer for what reads graphs; docs/contributing.md says how it is run."""
