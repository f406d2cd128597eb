import { issuesOfMetadata, type Metadata } from '@billing-checkout/contract'

/**
 * Metadata of a customer or subscription, merged with the session's. The session's was checked when the session was made. If the two no
 * longer fit together, the current metadata stays unchanged, because the shopper has already paid.
 */
export const fittingMetadata = (current: Metadata, patch: Metadata | null | undefined): Metadata => {
  const merged = { ...current, ...patch }
  return issuesOfMetadata(merged).length === 0 ? merged : current
}
