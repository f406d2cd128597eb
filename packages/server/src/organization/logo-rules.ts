import { logoBytesMax, Problem } from '@billing-checkout/contract'

/** The largest width and height of a logo in pixels. */
export const logoSideMax = 1024

/** The name of a logo's file: the SHA-256 of its bytes, and its type. */
export const logoFilePattern = /^[0-9a-f]{64}\.(png|webp)$/

/** Throws `invalid_parameter` if a file is too large for a logo. */
export const checkLogoBytes = (bytes: number): void => {
  if (bytes > logoBytesMax)
    throw new Problem(
      'invalid_parameter',
      `The logo must have at most ${logoBytesMax / 1000} kB (${logoBytesMax} bytes); it has ${bytes} bytes.`,
    )
}
