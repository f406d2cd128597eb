/** Seconds for which the outcome of a call may be unknown before merchants and operators are told. */
export const unknownSecondsMax = 3600
