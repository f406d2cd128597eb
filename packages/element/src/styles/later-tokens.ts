/** The tokens that are not needed before the shopper can type a card. Each chunk that uses one of them declares them all. */
export const laterTokens = {
  'color-accent-soft': 'light-dark(#eef0ff, #22264a)',
  'color-warning': 'light-dark(#8a4b0b, #f6c26b)',
  'color-warning-soft': 'light-dark(#fff7e8, #33270f)',
  'radius-notice': '12px',
  'duration-slow': '420ms',
} as const satisfies Readonly<Record<string, string>>
