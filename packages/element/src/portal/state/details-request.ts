import type { PortalRequest } from './portal-service.ts'

/** The parts of an address, in the order of the form. */
export const addressParts = ['line1', 'line2', 'postal_code', 'city', 'state', 'country'] as const

/** A part of an address. */
export type AddressPart = (typeof addressParts)[number]

/** The change of a customer's address to what a form holds; an empty field clears its part. */
export const detailsRequest = (customer: string, form: FormData): PortalRequest => ({
  method: 'PATCH',
  path: `/customers/${encodeURIComponent(customer)}`,
  body: {
    address: Object.fromEntries(addressParts.map((name) => [name, String(form.get(name) ?? '').trim() || null])),
  },
})
