import { faultsOfMetadata, type Metadata } from '@billing-checkout/contract'

/**
 * What a session says, over what was known. It was merged before when the session was made; where what was known has grown so
 * much since that both do not fit, what was known stays: a shopper who has paid is not refused for it.
 */
export const fittingMetadata = (known: Metadata, given: Metadata | null | undefined): Metadata => {
  const merged = { ...known, ...given }
  return faultsOfMetadata(merged).length === 0 ? merged : known
}
