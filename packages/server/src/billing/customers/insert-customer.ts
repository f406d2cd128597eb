import type { Address, AddressChange, SessionMembers } from '@billing-checkout/contract'
import { presentCustomer } from '../../presenters/customers/present-customer.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { CustomerRow } from '../../store/rows.ts'
import { newId } from '../../store/writes/new-id.ts'
import type { Write } from '../../store/writes/write.ts'
import { mergeMetadataIfFits, mergeMetadata } from '../merge-patch.ts'
import { endWaitForAddress } from '../tax/tax-address.ts'
import { recordCustomerUpdated } from './record-customer-updated.ts'

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

/**
 * Overwrites the locked customer's fields and language with those of a paid session; address and metadata merge. A field that the session
 * lacks keeps its value. An erased customer is not changed. Returns the customer after the change.
 */
export const overwriteCustomer = async (
  work: Write,
  stored: CustomerRow,
  { customer: patch, options }: SessionMembers,
): Promise<CustomerRow> => {
  if (stored.erasedAt !== null) return stored
  const { id } = stored
  const changed = {
    fullName: patch?.full_name ?? stored.fullName,
    email: patch?.email ?? stored.email,
    phone: patch?.phone ?? stored.phone,
    locale: options?.locale ?? stored.locale,
    address: patch?.address ? mergeAddress(stored.address, patch.address) : stored.address,
    metadata: mergeMetadataIfFits(stored.metadata, patch?.metadata),
  }
  const moved = !isSameAddress(changed.address, stored.address)
  const same =
    !moved &&
    changed.fullName === stored.fullName &&
    changed.email === stored.email &&
    changed.phone === stored.phone &&
    changed.locale === stored.locale &&
    JSON.stringify(changed.metadata) === JSON.stringify(stored.metadata)
  if (same) return stored
  const { now: updatedAt } = work
  work.update(
    'customers',
    { id },
    {
      ...changed,
      address: changed.address && JSON.stringify(changed.address),
      metadata: JSON.stringify(changed.metadata),
      updatedAt,
    },
  )
  if (moved) endWaitForAddress(work, id)
  await recordCustomerUpdated(work, id)
  return { ...stored, ...changed, updatedAt }
}

/** Whether two addresses are equal, whatever the order of their members. PostgreSQL does not keep that order. */
const isSameAddress = (one: Address | null, other: Address | null): boolean =>
  one === null || other === null
    ? one === other
    : JSON.stringify(mergeAddress(one, {})) === JSON.stringify(mergeAddress(other, {}))

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
