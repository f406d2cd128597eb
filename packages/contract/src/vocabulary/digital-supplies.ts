/**
 * What an organization supplies before the time for withdrawal is over: nothing digital, a service that begins at once, or
 * content that is there at once.
 */
export const digitalSupplies = ['none', 'service', 'content'] as const
/** One of them. */
export type DigitalSupply = (typeof digitalSupplies)[number]
