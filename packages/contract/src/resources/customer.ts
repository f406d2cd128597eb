import { z } from 'zod'
import { address } from './address.ts'
import { idOf, timestamp } from './fields.ts'
import { metadata } from './metadata.ts'
import { paymentMethod } from './payment-method.ts'
import { subscription } from './subscription.ts'

const person = {
  id: idOf('cus'),
  external_id: z.string().nullable(),
  full_name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  address: address.nullable(),
  metadata,
}
const times = { created_at: timestamp, updated_at: timestamp }

/** A customer with its payment methods and subscriptions (interface 2.2). */
export const customer = z
  .strictObject({
    ...person,
    payment_methods: z.array(paymentMethod),
    subscriptions: z.array(subscription),
    ...times,
  })
  .meta({ id: 'Customer' })

/** A customer (interface 2.2). */
export type Customer = z.infer<typeof customer>

/** A customer inside a payment: no payment methods, no subscriptions (interface 2.2). */
export const embeddedCustomer = z.strictObject({ ...person, ...times }).meta({ id: 'EmbeddedCustomer' })

/** A customer inside a payment (interface 2.2). */
export type EmbeddedCustomer = z.infer<typeof embeddedCustomer>
