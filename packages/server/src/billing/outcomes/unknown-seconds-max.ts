/** How long nobody may know what became of a call to a processor before merchants and operators are told. */
export const unknownSecondsMax = 3600
