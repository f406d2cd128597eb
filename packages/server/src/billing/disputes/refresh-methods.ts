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
 * Asks the processors what stored cards are now that there is a reason to look at, as when a bank has replaced one. Brand, last digits and
 * expiry follow; payments keep showing what they were made with. One that is not answered is asked about a day later. Answers what has changed.
 */
export const refreshMethods = async (billing: Billing, limit = 100): Promise<readonly ChangedDispute[]> => {
  const changed: ChangedDispute[] = []
  for (const due of await findDue(billing, limit)) {
    const what = await refresh(billing, due).catch(async (error: unknown) => {
      billing.logger.warn({ method: due.id, err: error }, 'a stored method could not be asked about; it is asked again')
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

/** Whoever detaches or stores a method again holds its customer's name. */
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

/** The details of a card with what has changed of it; undefined where nothing has. What was known of the old number goes with it. */
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
