"""The primal part of a derivative function, and the shadow pointers beside it: common to both modes."""
