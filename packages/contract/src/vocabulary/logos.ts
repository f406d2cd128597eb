/** The largest logo file, in bytes. */
export const logoBytesMax = 100_000
