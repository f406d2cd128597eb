/**
 * What the settings of an organization can offer in its customer portal. Reading contracts, cancelling and paying what is owed is always
 * offered.
 */
export const portalFeatures = ['change_plan', 'resume', 'payment_methods', 'payments', 'address'] as const

/** One thing that a customer portal can offer. */
export type PortalFeature = (typeof portalFeatures)[number]
