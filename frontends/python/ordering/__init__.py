"""Orders of elements, in Python that is compiled: sorting, and finding what stands where it would if it were sorted."""
