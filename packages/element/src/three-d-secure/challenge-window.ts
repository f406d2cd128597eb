/** A size an issuer's page may be shown at, in CSS pixels; `full` is the whole screen. */
export type ChallengeWindow = 'full' | { readonly width: number; readonly height: number }

/** What the dialog adds around the issuer's page: its heading, its footer and a rim, in CSS pixels. */
export const rim = { width: 2, height: 100 } as const

// EMV 3-D Secure's windows 03, 04, 02 and 01, the most roomy first; issuers design for exactly these.
const windows = [
  { width: 500, height: 600 },
  { width: 600, height: 400 },
  { width: 390, height: 400 },
  { width: 250, height: 400 },
] as const

// On a phone a page of 250 or 390 pixels next to an empty rest is no use: window 05, full screen.
const phoneWidth = 480

/** The standard window that suits a page of this size. */
export const challengeWindowFor = (page: { readonly width: number; readonly height: number }): ChallengeWindow => {
  const fitting = windows.find(
    ({ width, height }) => width + rim.width <= page.width && height + rim.height <= page.height,
  )
  return page.width <= phoneWidth || fitting === undefined ? 'full' : fitting
}
