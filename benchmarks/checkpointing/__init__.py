"""What the gradients of checkpointed loops take, in memory and in time: ``python -m benchmarks.checkpointing``."""
