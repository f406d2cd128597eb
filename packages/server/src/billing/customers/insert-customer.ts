import type { SessionMembers } from '@billing-checkout/contract'
import { presentCustomer } from '../../presenters/customers/present-customer.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { CustomerRow } from '../../store/rows.ts'
import { newId } from '../../store/writes/new-id.ts'
import type { Write } from '../../store/writes/write.ts'
import { mergeAddress } from './merge-address.ts'
import { mergeMetadata } from '../merge-patch.ts'

type SessionCustomer = NonNullable<SessionMembers['customer']>

interface NewCustomer extends Omit<SessionCustomer, 'id' | 'country'> {
  readonly locale?: string | null | undefined
}

/** Creates a customer from the fields of a request or a session. */
export const insertCustomer = (work: Write, input: NewCustomer): CustomerRow => {
  const { now, organizationId } = work
  const row = {
    id: newId('cus', work),
    externalId: input.external_id ?? null,
    fullName: input.full_name ?? null,
    email: input.email ?? null,
    phone: input.phone ?? null,
    locale: input.locale ?? null,
    address: input.address ? mergeAddress(null, input.address) : null,
    metadata: mergeMetadata({}, input.metadata ?? undefined, 'body.metadata'),
    createdAt: now,
    updatedAt: now,
  }
  const { address, metadata } = row
  work.insert('customers', {
    ...row,
    address: address && JSON.stringify(address),
    metadata: JSON.stringify(metadata),
  })
  const customer: CustomerRow = { organizationId, ...row, taxIds: [], taxAddress: null, erasedAt: null }
  recordEvent(
    work,
    'customer.created',
    presentCustomer(customer, { paymentMethods: [], subscriptions: [], balances: [] }),
  )
  return customer
}
