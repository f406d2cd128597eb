import { type PaymentMethod, Problem } from '@billing-checkout/contract'
import type { CallerContext } from '../../organization/caller-context.ts'
import { presentPaymentMethod } from '../../presenters/customers/present-payment-method.ts'
import { oweDetachment } from '../../store/writes/owe-detachment.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import { lockNames, write } from '../../store/write.ts'
import { lockName } from '../lock-names-of.ts'
import type { Billing } from '../billing.ts'

/**
 * Detaches a stored method, which is never charged again. A subscription that it paid becomes past due when its next charge falls
 * due, until its customer has another method; payments keep showing the method they were made with. That its processor forgets it, too, is
 * owed from the same commit on, and tried until it is done. Detaching again changes nothing.
 */
export const detachMethod = (
  { database, vault, processors }: Billing,
  call: CallerContext,
  id: string,
): Promise<PaymentMethod> =>
  write(database, call.organization.id, async (work) => {
    const stored = work.db.selectFrom('paymentMethods').where('id', '=', id)
    const owner = await stored.select('customerId').executeTakeFirst()
    if (owner === undefined) throw new Problem('not_found', `There is no payment method ${id}.`)
    // A charge looks its method up under this lock, so no charge begins with a method whose detachment was answered.
    await lockNames(work, [lockName.customer(owner.customerId)])
    const row = await stored.selectAll().forUpdate().executeTakeFirstOrThrow()
    const method = presentPaymentMethod(row)
    if (row.detachedAt !== null) return method
    await work.db.updateTable('paymentMethods').set({ detachedAt: work.now }).where('id', '=', id).execute()
    // Where stored cards are in our vault, its processor knows none.
    if (processors.find(row.connection)?.needsCardNumber !== true) await oweDetachment(work.db, row)
    await vault.forget(work.db, { organizationId: work.organizationId, id: row.processorToken })
    recordEvent(work, 'payment_method.detached', method)
    return method
  })
