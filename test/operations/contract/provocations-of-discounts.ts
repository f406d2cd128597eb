import type { Provocations } from './provocation-types.ts'

/** Every error code that an operation of discounts lists as its own, with a request that gets it. */
export const discountProvocations = {
  createDiscount: {
    not_found: ({ send }) =>
      send('POST', '/discounts', { name: 'Spring', percent_off: 20, duration: 'once', plans: ['price_nobody'] }),
  },
  findDiscount: { not_found: ({ send }) => send('GET', '/discounts/nobody') },
  findDiscounts: {},
  updateDiscount: { not_found: ({ send }) => send('PATCH', '/discounts/nobody', {}) },
} satisfies Readonly<Record<string, Provocations>>
