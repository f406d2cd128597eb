import { type PaymentMethod, Problem } from '@billing-checkout/contract'
import type { Call } from '../http/call.ts'
import { presentPaymentMethod } from '../presenters/present-payment-method.ts'
import { recordEvent } from '../store/record-event.ts'
import { write } from '../store/write.ts'
import type { Billing } from './billing.ts'

/**
 * Forgets a stored method. A subscription that it paid is past due when its next charge falls due, until its customer gives
 * it another one; payments keep what they were made with. Detaching again changes nothing.
 */
export const detachMethod = ({ database, vault }: Billing, call: Call, id: string): Promise<PaymentMethod> =>
  write(database, call.organization.id, async (work) => {
    const known = await work.db
      .selectFrom('paymentMethods')
      .selectAll()
      .where('organizationId', '=', work.organizationId)
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (known === undefined) throw new Problem('not_found', `There is no payment method ${id}.`)
    const method = presentPaymentMethod(known)
    if (known.detachedAt !== null) return method
    await work.db
      .updateTable('paymentMethods')
      .set({ detachedAt: work.now })
      .where('organizationId', '=', work.organizationId)
      .where('id', '=', id)
      .execute()
    await vault.forget(work.db, { organizationId: work.organizationId, id: known.processorToken })
    recordEvent(work, 'payment_method.detached', method)
    return method
  })
