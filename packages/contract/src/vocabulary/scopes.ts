/** What a scoped key's rights are about. */
export const scopedResources = [
  'customers',
  'plans',
  'subscriptions',
  'payments',
  'client_sessions',
  'payment_links',
  'portal_sessions',
  'discounts',
  'events',
  'webhooks',
  'sandbox',
  'emails',
  'audit',
  'erasure',
  'declarations',
] as const

/** What a scoped key's rights are about. */
export type ScopedResource = (typeof scopedResources)[number]
