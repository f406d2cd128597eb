import type { Portal } from '@billing-checkout/contract'
import type { PortalRequest } from './portal-calls.ts'

/** The fields of an address, in the order of the form. */
export const addressParts = ['line1', 'line2', 'postal_code', 'city', 'state', 'country'] as const

/** A field of an address. */
export type AddressPart = (typeof addressParts)[number]

/**
 * Changes a customer's address and first tax identifier to the values of a form. An empty field clears its member; further tax identifiers
 * stay unchanged.
 */
export const detailsRequest = ({ id, tax_ids: taxIds }: Portal['customer'], form: FormData): PortalRequest => {
  const read = (name: string) => String(form.get(name) ?? '').trim() || null
  const value = read('tax_id')
  return {
    method: 'PATCH',
    path: `/customers/${encodeURIComponent(id)}`,
    body: {
      address: Object.fromEntries(addressParts.map((name) => [name, read(name)])),
      tax_ids: [...(value === null ? [] : [{ type: read('tax_type'), value }]), ...taxIds.slice(1)],
    },
  }
}
