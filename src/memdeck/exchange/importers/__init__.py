"""Reading what other programs remember. One file for each source; each gives a `SourceReading`."""
