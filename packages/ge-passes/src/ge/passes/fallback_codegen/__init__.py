"""What the native part is compiled from where no prebuilt one fits: written by tools/fallback_sources.py."""
