import type { Address, SessionMembers } from '@billing-checkout/contract'
import type { CustomerRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'
import { endWaitForAddress } from '../tax/tax-address.ts'
import { fittingMetadata } from '../merge-patch.ts'
import { mergeAddress } from './merge-address.ts'
import { recordCustomer } from './record-customer.ts'

/**
 * Overwrites the locked customer's fields and language with those of a paid session. A field that the session lacks keeps its value.
 * Returns the customer after the change.
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
    metadata: fittingMetadata(stored.metadata, patch?.metadata),
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
  await recordCustomer(work, id)
  return { ...stored, ...changed, updatedAt }
}

/** Whether two addresses are equal, whatever the order of their members. PostgreSQL does not keep that order. */
const isSameAddress = (one: Address | null, other: Address | null): boolean =>
  one === null || other === null
    ? one === other
    : JSON.stringify(mergeAddress(one, {})) === JSON.stringify(mergeAddress(other, {}))
