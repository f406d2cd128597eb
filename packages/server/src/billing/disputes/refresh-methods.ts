import type { PaymentMethod } from '@billing-checkout/contract'
import { addInterval, type Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { DescribedToken } from '../../processors/processor.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { PaymentMethodRow } from '../../store/rows.ts'
import { lockNames, type Write, write } from '../../store/write.ts'
import { lockName } from '../lock-names-of.ts'
import type { Billing } from '../billing.ts'
import { recordCustomer } from '../customers/record-customer.ts'
import type { ChangedDispute } from './ask-about-disputes.ts'

type Due = Pick<PaymentMethodRow, 'organizationId' | 'id' | 'customerId' | 'connection' | 'processorToken'>

/**
 * Queries the processors about stored cards that a notification made due, for example because a bank replaced one. Brand, last digits and
 * expiry are updated; payments keep their own copy. If a query fails, it is repeated a day later. Returns the changes.
 */
export const refreshMethods = async (billing: Billing, limit = 100): Promise<readonly ChangedDispute[]> => {
  const changed: ChangedDispute[] = []
  for (const due of await findDue(billing, limit)) {
    const what = await refresh(billing, due).catch(async (error: unknown) => {
      billing.logger.warn({ method: due.id, err: error }, 'could not query a stored method; the server will retry')
      await askAgain(billing, due)
      return undefined
    })
    if (what !== undefined) changed.push({ organizationId: due.organizationId, id: due.customerId, what })
  }
  return changed
}

const findDue = ({ database }: Billing, limit: number): Promise<readonly Due[]> =>
  acrossOrganizations(database, 'due work')
    .selectFrom('paymentMethods')
    .select(['organizationId', 'id', 'customerId', 'connection', 'processorToken'])
    .where('asksAt', '<=', sql<Timestamp>`(select billing_now())`)
    .orderBy('asksAt')
    .limit(limit)
    .execute()

const refresh = async ({ processors, database }: Billing, due: Due): Promise<string | undefined> => {
  const now = await processors.of(due.connection).describeStored?.(due.processorToken)
  return write(database, due.organizationId, (work) => apply(work, due, now))
}

/** Updates the method under the lock on its customer's name, which detaching and storing a method take, too. */
const apply = async (work: Write, due: Due, now: DescribedToken | undefined): Promise<string | undefined> => {
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
    .set({ asksAt: null, ...(details && { details: JSON.stringify(details) }) })
    .where('id', '=', due.id)
    .execute()
  if (details === undefined) return undefined
  await recordCustomer(work, due.customerId, 'customer.updated')
  return 'payment_method.updated'
}

/** A card's new details; `undefined` if nothing changed. If the number is new, all details are replaced. */
const changedDetails = (
  details: PaymentMethod['details'],
  { details: now }: DescribedToken,
): PaymentMethod['details'] | undefined => {
  if (!('last4' in details)) return undefined
  const isSameCard = details.last4 === now.last4 && details.bin_data.brand === now.bin_data.brand
  if (isSameCard && details.exp_month === now.exp_month && details.exp_year === now.exp_year) return undefined
  return isSameCard ? { ...details, exp_month: now.exp_month, exp_year: now.exp_year } : now
}

const askAgain = ({ database }: Billing, { organizationId, id }: Due): Promise<void> =>
  write(database, organizationId, async ({ db, now }) => {
    await db
      .updateTable('paymentMethods')
      .set({ asksAt: addInterval(now, 'days', 1) })
      .where('id', '=', id)
      .where('asksAt', 'is not', null)
      .execute()
  })
