import type { Customer, EmbeddedCustomer } from '@billing-checkout/contract'
import type { CustomerRow } from '../../store/rows.ts'

/** The columns of a customer that are shown. */
export const shownCustomerColumns = [
  'id',
  'externalId',
  'fullName',
  'email',
  'phone',
  'locale',
  'address',
  'metadata',
  'createdAt',
  'updatedAt',
] as const satisfies readonly (keyof CustomerRow)[]

/** A customer row with only {@link shownCustomerColumns}. */
export type ShownCustomerRow = Pick<CustomerRow, (typeof shownCustomerColumns)[number]>

/** The columns of a customer that the interface shows if the customer is not nested in another object. */
export const shownWholeCustomerColumns = [
  ...shownCustomerColumns,
  'taxIds',
  'erasedAt',
] as const satisfies readonly (keyof CustomerRow)[]

/** Related data that is shown with a customer. */
export interface CustomerRelations {
  readonly paymentMethods: Customer['payment_methods']
  readonly subscriptions: Customer['subscriptions']
  /** The customer's remaining credit, by currency. */
  readonly balances: Customer['balances']
}

/** A customer as the interface shows it. */
export const presentCustomer = (
  customer: Pick<CustomerRow, (typeof shownWholeCustomerColumns)[number]>,
  { paymentMethods, subscriptions, balances }: CustomerRelations,
): Customer => {
  const { created_at, updated_at, ...person } = presentEmbeddedCustomer(customer)
  return {
    ...person,
    payment_methods: [...paymentMethods],
    subscriptions: [...subscriptions],
    tax_ids: [...customer.taxIds],
    balances: [...balances],
    created_at,
    updated_at,
    erased_at: customer.erasedAt,
  }
}

/** A customer inside a payment: without payment methods, subscriptions, tax ids, balances and the time of erasure. */
export const presentEmbeddedCustomer = (customer: ShownCustomerRow): EmbeddedCustomer => ({
  id: customer.id,
  external_id: customer.externalId,
  full_name: customer.fullName,
  email: customer.email,
  phone: customer.phone,
  locale: customer.locale,
  address: customer.address,
  metadata: customer.metadata,
  created_at: customer.createdAt,
  updated_at: customer.updatedAt,
})
