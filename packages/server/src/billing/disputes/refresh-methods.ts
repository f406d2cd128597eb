import type { PaymentMethod } from '@billing-checkout/contract'
import { sql } from 'kysely'
import type { DescribedToken } from '../../processors/processor.ts'
import type { PaymentMethodRow } from '../../store/rows.ts'
import { lockNames } from '../../store/writes/lock-names.ts'
import type { Write } from '../../store/writes/write.ts'
import { lockName } from '../lock-names-of.ts'
import { recordCustomerUpdated } from '../customers/record-customer-updated.ts'
import { rowsDueBy } from '../worklist/rows-due-by.ts'
import type { WorkKind } from '../worklist/worklist.ts'

type Due = Pick<PaymentMethodRow, 'organizationId' | 'id' | 'customerId' | 'connection' | 'processorToken'>

/**
 * Stored cards that a notification made due, for example because a bank replaced one. The worker queries the processor for their brand,
 * last digits and expiry, and updates the cards. Payments keep their own copy.
 */
export const storedMethodWork: WorkKind<Due, DescribedToken | undefined> = {
  name: 'stored_method',
  ...rowsDueBy('paymentMethods', 'due_at', ['customerId', 'connection', 'processorToken']),
  isOpen: sql<boolean>`true`,
  limit: 100,
  concurrency: 1,
  call:
    async ({ processors }) =>
    (due) =>
      processors.of(due.connection).describeStored?.(due.processorToken),
  perform: ({ work, row, answer }) => updateMethod(work, row, answer),
  subjectOf: ({ customerId }) => customerId,
}

/** Updates the method under the advisory lock on its customer, which detaching and storing a method also take. */
const updateMethod = async (work: Write, due: Due, now: DescribedToken | undefined): Promise<string | undefined> => {
  await lockNames(work, [lockName.customer(due.customerId)])
  const method = await work.db
    .selectFrom('paymentMethods')
    .select(['processorToken', 'type', 'details', 'detachedAt'])
    .where('id', '=', due.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const isSame = method.detachedAt === null && method.processorToken === due.processorToken
  const details = now && isSame && method.type === 'CARD' ? changedDetails(method.details, now) : undefined
  await work.db
    .updateTable('paymentMethods')
    .set({ dueAt: null, ...(details && { details: JSON.stringify(details) }) })
    .where('id', '=', due.id)
    .execute()
  if (details === undefined) return undefined
  await recordCustomerUpdated(work, due.customerId)
  return 'payment_method.updated'
}

/** A card's new details; `undefined` if nothing changed. If the number changed, all details are replaced. */
const changedDetails = (
  details: PaymentMethod['details'],
  { details: now }: DescribedToken,
): PaymentMethod['details'] | undefined => {
  if (!('last4' in details)) return undefined
  const isSameCard = details.last4 === now.last4 && details.bin_data.brand === now.bin_data.brand
  if (isSameCard && details.exp_month === now.exp_month && details.exp_year === now.exp_year) return undefined
  return isSameCard ? { ...details, exp_month: now.exp_month, exp_year: now.exp_year } : now
}
