import type { Provocations } from './provocation-types.ts'

/** Every error code that an operation of payment links lists as its own, with a request that gets it. */
export const linkProvocations = {
  createPaymentLink: {
    not_found: ({ send }) => send('POST', '/payment-links', { plan: { id: 'nobody' } }),
    plan_archived: ({ send, archived }) => send('POST', '/payment-links', { plan: { id: archived.id } }),
    discount_invalid: ({ send, plan }) =>
      send('POST', '/payment-links', { plan: { id: plan.id }, discount: { id: 'nobody' } }),
  },
  findPaymentLink: { not_found: ({ send }) => send('GET', '/payment-links/nobody') },
  findPaymentLinks: {},
  updatePaymentLink: { not_found: ({ send }) => send('PATCH', '/payment-links/nobody', {}) },
} satisfies Readonly<Record<string, Provocations>>
