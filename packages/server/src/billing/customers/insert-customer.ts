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
  input: Omit<SessionCustomer, 'id' | 'country'>,
): Promise<CustomerRow> => {
  const { db, now } = work
  const inserted = await db
    .insertInto('customers')
    .values({
      id: newId('cus', work),
      externalId: input.external_id ?? null,
      fullName: input.full_name ?? null,
      email: input.email ?? null,
      phone: input.phone ?? null,
      address: input.address ? JSON.stringify(mergeAddress(null, input.address)) : null,
      metadata: JSON.stringify(mergeMetadata({}, input.metadata ?? undefined, 'body.metadata')),
      createdAt: now,
      updatedAt: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordCustomer(work, inserted.id, 'customer.created')
  return inserted
}
