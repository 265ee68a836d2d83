"""What is generated from the descriptions of file formats when the build runs."""

def proto_library(name, srcs, imports = ["."]):
    """The reader of descriptions, and Python message classes made from them, for tests and for the generator."""
    native.py_library(
        name = name,
        srcs = srcs,
        imports = imports,
        visibility = ["//visibility:public"],
        deps = ["@pip//:protobuf"],
    )

def proto_fields(description):
    """`<name>_fields.h` and `<name>_fields.cc` in this folder: numbers and tables of `<name>.proto`.

    Args:
        description: Label of the file.

    Returns:
        The names of the header and the source.
    """
    name = description.split(":")[1][:-len(".proto")] + "_fields"
    native.genrule(
        name = name,
        srcs = [description],
        outs = [name + ".h", name + ".cc"],
        cmd = "$(location //tools/proto:cpp_fields) $< $(OUTS)",
        tools = ["//tools/proto:cpp_fields"],
    )
    return name + ".h", name + ".cc"
