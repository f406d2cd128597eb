/** The size for an issuer's page, in CSS pixels; `full` is the whole screen. */
export type ChallengeWindow = 'full' | { readonly width: number; readonly height: number }

// The size of the dialog's heading, footer and border around the issuer's page, in CSS pixels.
const dialogChrome = { width: 2, height: 100 } as const

// The window sizes 03, 04, 02 and 01 of EMV 3-D Secure, in order of preference; issuers design for exactly these.
const windows = [
  { width: 500, height: 600 },
  { width: 600, height: 400 },
  { width: 390, height: 400 },
  { width: 250, height: 400 },
] as const

// Up to this page width, window size 05 (full screen) is used, because on a phone 250 or 390 pixels would leave an empty strip.
const phoneWidth = 480

/** The standard window size that fits into a page of this size. */
export const challengeWindowFor = (page: { readonly width: number; readonly height: number }): ChallengeWindow => {
  const fitting = windows.find(
    ({ width, height }) => width + dialogChrome.width <= page.width && height + dialogChrome.height <= page.height,
  )
  return page.width <= phoneWidth || fitting === undefined ? 'full' : fitting
}
