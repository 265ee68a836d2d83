"""What the distributions of GE-PY share. Private."""
