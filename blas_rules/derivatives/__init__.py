"""From a row to the derivatives of one call."""
