/** The body of a discount of 20 % for three periods. */
export const spring = { name: 'Spring', percent_off: 20, duration: 'periods', periods: 3 } as const
