import { issuesOfMetadata, type Metadata } from '@billing-checkout/contract'

/**
 * The metadata of a customer or subscription, merged with the session's. Each of the two was checked alone when it was stored. If the
 * merged metadata exceeds the limits, the current metadata stays unchanged, because the shopper has already paid.
 */
export const fittingMetadata = (current: Metadata, patch: Metadata | null | undefined): Metadata => {
  const merged = { ...current, ...patch }
  return issuesOfMetadata(merged).length === 0 ? merged : current
}
