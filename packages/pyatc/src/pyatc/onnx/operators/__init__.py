"""Which nodes compute the same as an ONNX operator: a module a family, each found by its name."""
