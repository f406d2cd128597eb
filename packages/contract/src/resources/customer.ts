import { z } from 'zod'
import { address } from './address.ts'
import { idOf, nullableText, nullableTimestamp, timestamp } from './fields.ts'
import { metadata } from './metadata.ts'
import { paymentMethod } from './payment-method.ts'
import { money } from './plan.ts'
import { subscription } from './subscription.ts'
import { taxId } from './tax-id.ts'

const person = {
  id: idOf('cus').describe('Identifier of the customer.'),
  external_id: nullableText.describe(
    'Your own identifier of this customer, unique within your organization; null if you gave none.',
  ),
  full_name: nullableText.describe('Name of the customer; null if it is unknown.'),
  email: nullableText.describe('E-mail address; null if it is unknown. It need not be unique.'),
  phone: nullableText.describe('Telephone number as it was given; null if it is unknown.'),
  locale: nullableText.describe(
    'Language tag of the emails to the customer, as the last paid session (`options.locale`) or you gave it; null if it is unknown.',
  ),
  address: address
    .nullable()
    .describe('Address; null if nothing of it is known. Its country selects prices and, with state and code, tax.'),
  metadata: metadata.describe('Your own keys and values; `{}` if there are none.'),
}
const times = {
  created_at: timestamp.describe('When the customer was created, by the billing clock.'),
  updated_at: timestamp.describe('When one of the customer’s own fields last changed, by the billing clock.'),
}

/** A customer with its payment methods and subscriptions. */
export const customer = z
  .strictObject({
    ...person,
    payment_methods: z
      .array(paymentMethod)
      .describe('Payment methods that are stored and can be charged; detached ones are left out.'),
    subscriptions: z.array(subscription).describe('All subscriptions of the customer, cancelled ones too.'),
    tax_ids: z
      .array(taxId)
      .describe('Tax identifiers, which receipts show; `[]` if there are none. They change no tax.'),
    balances: z
      .array(money)
      .describe(
        'Credit of the customer for later purchases, one entry for each currency, without what payments in flight hold; `[]` if there is none. What a subscription keeps for itself is in its own `balance`. Credit of a cancelled subscription moves here as soon as reactivating it is no longer free, and a refund or dispute of the payment that it came from takes it back first.',
      ),
    ...times,
    erased_at: nullableTimestamp.describe(
      'When the customer was erased (`DELETE /customers/{id}`), by the billing clock; null if they were not. Members that identified them are null then.',
    ),
  })
  .meta({
    id: 'Customer',
    description: 'A person or organization that buys from you, with its stored payment methods and subscriptions.',
  })

/** A customer with its payment methods and subscriptions. */
export type Customer = z.infer<typeof customer>

/** A customer inside a payment, without payment methods and subscriptions. */
export const embeddedCustomer = z.strictObject({ ...person, ...times }).meta({
  id: 'EmbeddedCustomer',
  description:
    'A customer inside a payment, without payment methods and subscriptions. For a client token the e-mail address is masked, and `external_id`, `full_name`, `phone`, `locale` and `address` are null.',
})

/** A customer inside a payment. */
export type EmbeddedCustomer = z.infer<typeof embeddedCustomer>
