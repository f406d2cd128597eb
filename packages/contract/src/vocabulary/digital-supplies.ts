/**
 * The digital supplies that an organization makes before the withdrawal period is over: none, a service that starts at once, or content
 * that is available at once.
 */
export const digitalSupplies = ['none', 'service', 'content'] as const
/** The digital supply that an organization makes before the withdrawal period is over. */
export type DigitalSupply = (typeof digitalSupplies)[number]
