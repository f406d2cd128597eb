import type { SessionMembers } from '@billing-checkout/contract'
import type { CustomerRow } from '../../store/rows.ts'
import { newId, type Write } from '../../store/write.ts'
import { mergeAddress } from './merge-address.ts'
import { mergeMetadata } from '../merge-patch.ts'
import { recordCustomer } from './record-customer.ts'

type SessionCustomer = NonNullable<SessionMembers['customer']>

/** Creates a customer from what a merchant or a session says of it. */
export const insertCustomer = async (
  work: Write,
  given: Omit<SessionCustomer, 'id' | 'country'>,
): Promise<CustomerRow> => {
  const { db, organizationId, now } = work
  const inserted = await db
    .insertInto('customers')
    .values({
      organizationId,
      id: newId('cus', work),
      externalId: given.external_id ?? null,
      fullName: given.full_name ?? null,
      email: given.email ?? null,
      phone: given.phone ?? null,
      address: given.address ? JSON.stringify(mergeAddress(null, given.address)) : null,
      metadata: JSON.stringify(mergeMetadata({}, given.metadata ?? undefined, 'body.metadata')),
      createdAt: now,
      updatedAt: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordCustomer(work, inserted.id, 'customer.created')
  return inserted
}
