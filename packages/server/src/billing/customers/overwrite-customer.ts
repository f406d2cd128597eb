import type { SessionMembers } from '@billing-checkout/contract'
import type { Write } from '../../store/write.ts'
import { mergeAddress } from './merge-address.ts'
import { recordCustomer } from './record-customer.ts'
import { endWaitForAddress } from '../tax/end-wait-for-address.ts'
import { fittingMetadata } from '../fitting-metadata.ts'

/** Writes the customer fields of a paid session over the customer's own; fields that the session does not have stay. */
export const overwriteCustomer = async (
  work: Write,
  id: string,
  { customer: patch }: SessionMembers,
): Promise<void> => {
  if (!patch) return
  const { db, now } = work
  const stored = await db.selectFrom('customers').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  if (stored.erasedAt !== null) return
  const address = patch.address ? mergeAddress(stored.address, patch.address) : stored.address
  const changed = {
    fullName: patch.full_name ?? stored.fullName,
    email: patch.email ?? stored.email,
    phone: patch.phone ?? stored.phone,
    address: address && JSON.stringify(address),
    metadata: JSON.stringify(fittingMetadata(stored.metadata, patch.metadata)),
  }
  const same =
    changed.fullName === stored.fullName &&
    changed.email === stored.email &&
    changed.phone === stored.phone &&
    changed.address === (stored.address && JSON.stringify(stored.address)) &&
    changed.metadata === JSON.stringify(stored.metadata)
  if (same) return
  await db
    .updateTable('customers')
    .set({ ...changed, updatedAt: now })
    .where('id', '=', id)
    .execute()
  if (changed.address !== (stored.address && JSON.stringify(stored.address))) await endWaitForAddress(work, id)
  await recordCustomer(work, id, 'customer.updated')
}
