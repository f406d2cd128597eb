import { type Customer, type operations, Problem } from '@billing-checkout/contract'
import type { z } from 'zod'
import type { CallerContext } from '../../organization/caller-context.ts'
import { loadShownCustomer } from '../../presenters/customers/load-customers.ts'
import { lockNames, write } from '../../store/write.ts'
import type { Billing } from '../billing.ts'
import { mergeMetadata } from '../merge-patch.ts'
import { lockNamesOfCustomer } from '../lock-names-of.ts'
import { recordCustomer } from './record-customer.ts'
import { refuseErased } from './refuse-erased.ts'
import { saveIdempotentResponse } from '../save-idempotent-response.ts'

type CustomerBody = z.output<NonNullable<typeof operations.updateCustomer.body>>

/** Changes a customer's e-mail address and metadata; metadata merges per key. */
export const updateCustomer = (
  billing: Billing,
  call: CallerContext,
  id: string,
  body: CustomerBody,
): Promise<Customer> =>
  write(billing.database, call.organization.id, async (work) => {
    const { db, now } = work
    // Buyers are compared by customer and e-mail address under these locks, so neither changes in the middle of that.
    await lockNames(work, lockNamesOfCustomer({ id, email: body.email ?? null }))
    const stored = await db
      .selectFrom('customers')
      .select(['email', 'metadata', 'erasedAt'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (stored === undefined) throw new Problem('not_found', `There is no customer ${id}.`)
    refuseErased({ id, erasedAt: stored.erasedAt })
    const email = body.email === undefined ? stored.email : body.email
    const metadata = mergeMetadata(stored.metadata, body.metadata, 'body.metadata')
    if (email !== stored.email || JSON.stringify(metadata) !== JSON.stringify(stored.metadata)) {
      await db
        .updateTable('customers')
        .set({ email, metadata: JSON.stringify(metadata), updatedAt: now })
        .where('id', '=', id)
        .execute()
      await recordCustomer(work, id, 'customer.updated', { email: stored.email, metadata: stored.metadata })
    }
    const customer = await loadShownCustomer(db, id)
    saveIdempotentResponse(work, call, customer)
    return customer
  })
