import type { Address, AddressChange } from '@billing-checkout/contract'

/** An address after a change: absent members stay, `null` clears one; the result has every member. */
export const mergeAddress = (stored: Address | null, change: AddressChange): Address => ({
  city: change.city === undefined ? (stored?.city ?? null) : change.city,
  country: change.country === undefined ? (stored?.country ?? null) : change.country,
  line1: change.line1 === undefined ? (stored?.line1 ?? null) : change.line1,
  line2: change.line2 === undefined ? (stored?.line2 ?? null) : change.line2,
  postal_code: change.postal_code === undefined ? (stored?.postal_code ?? null) : change.postal_code,
  state: change.state === undefined ? (stored?.state ?? null) : change.state,
})
