/* Port input and output is inline assembly in musl's; there are no ports. */
