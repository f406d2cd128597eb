/** The kinds of resource that a restricted key can be allowed to read or write. */
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

/** A kind of resource that a restricted key can be allowed to read or write. */
export type ScopedResource = (typeof scopedResources)[number]
