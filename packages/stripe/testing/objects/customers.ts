import type { Stripe } from 'stripe'
import { type Books, newId, nowOf } from '../books.ts'
import { nestedParams, metadataOf, type Params, refuseUnknownParams, textParam } from '../http/read-form.ts'
import { missingObjectError } from '../http/refusal.ts'

const known = [
  'email',
  'name',
  'phone',
  'description',
  'metadata',
  'address',
] as const satisfies readonly (keyof Stripe.CustomerCreateParams)[]

/** `POST /v1/customers` */
export const createCustomer = (books: Books, params: Params): Stripe.Customer => {
  refuseUnknownParams(params, known)
  const address = nestedParams(params, 'address')
  const part = (name: string): string | null => textParam(address, name) ?? null
  const customer = {
    id: newId('cus'),
    object: 'customer',
    address:
      params['address'] === undefined
        ? null
        : {
            city: part('city'),
            country: part('country'),
            line1: part('line1'),
            line2: part('line2'),
            postal_code: part('postal_code'),
            state: part('state'),
          },
    balance: 0,
    created: nowOf(books),
    currency: null,
    default_source: null,
    delinquent: false,
    description: textParam(params, 'description') ?? null,
    discount: null,
    email: textParam(params, 'email') ?? null,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: books.livemode,
    metadata: metadataOf(params),
    name: textParam(params, 'name') ?? null,
    phone: textParam(params, 'phone') ?? null,
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  } satisfies Stripe.Customer
  books.customers.set(customer.id, customer)
  return customer
}

/** The customer with this id; throws if there is none. */
export const findCustomer = (books: Books, id: string, param = 'id'): Stripe.Customer => {
  const customer = books.customers.get(id)
  if (customer === undefined) throw missingObjectError('customer', id, param)
  return customer
}

/** `GET /v1/customers/:id` */
export const retrieveCustomer = (books: Books, _: Params, id: string): Stripe.Customer => findCustomer(books, id)

/** `DELETE /v1/customers/:id`: its methods can no longer be charged. */
export const deleteCustomer = (books: Books, _: Params, id: string): Stripe.DeletedCustomer => {
  findCustomer(books, id)
  books.customers.delete(id)
  for (const kept of books.methods.values())
    if (kept.shown.customer === id) {
      kept.shown.customer = null
      kept.isUsedUp = true
    }
  return { id, object: 'customer', deleted: true }
}
