import type { Address, AddressChange } from '@billing-checkout/contract'

/**
 * Returns an address after a change: a member that the change leaves out stays, `null` clears a member, and the result has every member. If
 * the country changes, the members that the change leaves out are cleared instead, because they belong to the previous country.
 */
export const mergeAddress = (before: Address | null, change: AddressChange): Address => {
  const stored = movesAbroad(before, change) ? null : before
  return {
    city: change.city === undefined ? (stored?.city ?? null) : change.city,
    country: change.country === undefined ? (stored?.country ?? null) : change.country,
    line1: change.line1 === undefined ? (stored?.line1 ?? null) : change.line1,
    line2: change.line2 === undefined ? (stored?.line2 ?? null) : change.line2,
    postal_code: change.postal_code === undefined ? (stored?.postal_code ?? null) : change.postal_code,
    state: change.state === undefined ? (stored?.state ?? null) : change.state,
  }
}

/** Whether a change moves an address to another country. */
export const movesAbroad = (
  stored: { readonly country?: string | null | undefined } | null | undefined,
  { country }: AddressChange,
): boolean => country !== undefined && Boolean(stored?.country) && country !== stored?.country
