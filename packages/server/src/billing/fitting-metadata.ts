import { issuesOfMetadata, type Metadata } from '@billing-checkout/contract'

/**
 * Metadata of a customer or subscription with what a session says merged over it. That was checked when the session was made. If
 * the current metadata has grown so much since that both do not fit, it stays as it was: a shopper who has paid is not refused for
 * it.
 */
export const fittingMetadata = (current: Metadata, patch: Metadata | null | undefined): Metadata => {
  const merged = { ...current, ...patch }
  return issuesOfMetadata(merged).length === 0 ? merged : current
}
