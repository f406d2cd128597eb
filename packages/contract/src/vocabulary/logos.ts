/** The maximum size of a logo file, in bytes. */
export const logoBytesMax = 100_000
