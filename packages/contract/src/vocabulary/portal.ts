/** Features that a merchant can switch on in its customer portal. Showing contracts, cancelling and paying debts are always available. */
export const portalFeatures = ['change_plan', 'resume', 'payment_methods', 'payments', 'address'] as const

/** A feature that a merchant can switch on in its customer portal. */
export type PortalFeature = (typeof portalFeatures)[number]
