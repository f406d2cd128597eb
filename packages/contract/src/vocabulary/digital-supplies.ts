/**
 * What an organization supplies before the withdrawal period is over: nothing digital, a service that starts at once, or content that is
 * available at once.
 */
export const digitalSupplies = ['none', 'service', 'content'] as const
/** What an organization supplies before the withdrawal period is over. */
export type DigitalSupply = (typeof digitalSupplies)[number]
