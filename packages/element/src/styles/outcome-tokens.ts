/** The tokens that only outcomes and notices use. They load together with those views. */
export const outcomeTokens = {
  'color-danger-soft': 'light-dark(#fef3f1, #34191a)',
  'color-success': 'light-dark(#067647, #5fd39b)',
  'color-success-soft': 'light-dark(#e9f9f0, #10301f)',
  'outcome-icon-size': '64px',
} as const satisfies Readonly<Record<string, string>>
