import { issuesOfMetadata, type Metadata } from '@billing-checkout/contract'

/**
 * Metadata of a customer or subscription with what a session says merged over it. That was checked when the session was made. If
 * the known metadata has grown so much since that both do not fit, it stays as it was: a shopper who has paid is not refused for
 * it.
 */
export const fittingMetadata = (known: Metadata, given: Metadata | null | undefined): Metadata => {
  const merged = { ...known, ...given }
  return issuesOfMetadata(merged).length === 0 ? merged : known
}
