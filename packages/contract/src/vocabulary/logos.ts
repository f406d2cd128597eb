/** The most bytes that the file of a logo may have. */
export const logoBytesMax = 100_000
