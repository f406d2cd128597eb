/** Seconds for which the outcome of a call may be unknown before an event and an alert report it. */
export const unknownSecondsMax = 3600
