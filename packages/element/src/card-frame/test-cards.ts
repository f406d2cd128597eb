/** Published sandbox cards that one click may fill in (decisions 13); the frame honours no other number. */
export const testCards = [
  { number: '4242424242424242', outcome: 'approved' },
  { number: '5555555555554444', outcome: 'approved' },
  { number: '4000000000009995', outcome: 'insufficient_funds' },
  { number: '4000000000000002', outcome: 'declined' },
  { number: '4000000000003220', outcome: 'challenge' },
  { number: '4000000000006975', outcome: 'unknown' },
] as const

/** What a sandbox card does when it is charged. */
export type TestCardOutcome = (typeof testCards)[number]['outcome']
