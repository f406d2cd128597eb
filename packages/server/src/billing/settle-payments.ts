import { paymentAfter, type Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { Settlement } from '../processors/processor.ts'
import type { Database } from '../store/database.ts'
import { oneOf } from '../store/one-of.ts'
import { lockPayment, presentLockedPayment } from '../store/payments.ts'
import { recordEvent } from '../store/record-event.ts'
import type { PaymentRow } from '../store/rows.ts'
import { type Write, write } from '../store/write.ts'
import type { Billing } from './billing.ts'
import type { Done } from './due-work.ts'
import { losePayment } from './lose-payment.ts'
import { namesOf } from './names-of.ts'
import { findRested, forgetTroubles, isNotSetAside, setWorkAside, type TriedWork } from './set-work-aside.ts'
import { updatePayment } from './update-payment.ts'

/**
 * Asks the processor what became of captured payments whose day has passed (decisions 8): settled, or the money never
 * came; whatever is still on its way is asked about again an hour later. Answers which; run twice, settles once. A payment
 * that cannot be settled rests, and never stops the others.
 */
export const settlePayments = async (billing: Billing, limit = 100): Promise<readonly Done[]> => {
  const due = await findDue(billing, limit)
  if (due.length === 0) return []
  const stateOf = await findStates(billing, due)
  const done = await Promise.all(
    due.map((payment) =>
      settleDue(billing, payment, stateOf.get(payment)).catch((error: unknown) =>
        setWorkAside(billing, 'settlement', payment, error),
      ),
    ),
  )
  return done.filter((each) => each !== undefined)
}

/** What became of each payment, as the processor says over whose connection it was charged. */
const findStates = async (
  billing: Billing,
  due: readonly Due[],
): Promise<ReadonlyMap<Due, Settlement['state'] | undefined>> => {
  const states = [...Map.groupBy(due, ({ connection }) => connection)].map(async ([connection, charged]) => {
    const settlements = await askForSettlements(billing, connection, charged)
    const stateOf = new Map(settlements.map(({ transactionId, state }) => [transactionId, state]))
    return charged.map((payment) => [payment, stateOf.get(payment.transactionId ?? '')] as const)
  })
  return new Map((await Promise.all(states)).flat())
}

/** A processor that cannot be asked has said nothing: then all of them are asked about again later. */
const askForSettlements = async (
  { processors, logger }: Billing,
  connection: string,
  due: readonly Due[],
): Promise<readonly Settlement[]> => {
  try {
    return await processors.of(connection).settlements(due.flatMap(({ transactionId }) => transactionId ?? []))
  } catch (error) {
    logger.warn({ connection, error }, 'the processor could not be asked about settlements; it will be asked again')
    return []
  }
}

type Due = TriedWork &
  Pick<PaymentRow, 'customerId' | 'subscriptionId'> & {
    readonly connection: string
    readonly transactionId: string | undefined
  }

const findDue = async ({ database }: Billing, limit: number): Promise<readonly Due[]> => {
  const [rested, due] = await Promise.all([
    findRested(database, 'settlement', limit),
    database
      .selectFrom('payments')
      .select(dueColumns)
      .select(connectionOfDue)
      .where('paymentStatus', '=', 'SETTLING')
      .where('settlesAt', '<=', sql<Timestamp>`(select billing_now())`)
      .where(isNotSetAside('settlement'))
      .orderBy('settlesAt')
      .limit(limit)
      .execute(),
  ])
  const again = rested.length === 0 ? [] : await loadRested(database, rested)
  return [...again, ...due.map((payment) => ({ ...payment, heldCount: 0 }))].map(({ paymentDetails, ...payment }) => ({
    ...payment,
    transactionId: paymentDetails?.processor_transaction_id ?? undefined,
  }))
}

const loadRested = async (database: Database, rested: readonly TriedWork[]) => {
  const countOf = new Map(rested.map(({ id, heldCount }) => [id, heldCount]))
  const payments = await database
    .selectFrom('payments')
    .select(dueColumns)
    .select(connectionOfDue)
    .where('organizationId', '=', oneOf([...new Set(rested.map(({ organizationId }) => organizationId))]))
    .where('id', '=', oneOf([...countOf.keys()]))
    .execute()
  return payments.map((payment) => ({ ...payment, heldCount: countOf.get(payment.id)! }))
}

const dueColumns = ['organizationId', 'id', 'customerId', 'subscriptionId', 'paymentDetails'] as const
const connectionOfDue = sql<string>`(select connection from attempts
  where attempts.organization_id = payments.organization_id and attempts.payment_id = payments.id
    and attempts.kind in ('authorize', 'verify') limit 1)`.as('connection')

/** Does what one payment is due for, and says what that was. */
const settleDue = async (
  { database }: Billing,
  due: Due,
  state: Settlement['state'] | undefined,
): Promise<Done | undefined> => {
  const { organizationId, id, transactionId, heldCount } = due
  if (transactionId === undefined) throw new Error(`The processor's id of payment ${id} is not known.`)
  await write(
    database,
    organizationId,
    async (work) => {
      await forgetTroubles(work, 'settlement', due)
      await settle(work, id, state)
    },
    // What failed before is tried alone.
    heldCount === 0 ? { worksOn: namesOf(due) } : {},
  )
  return state && { organizationId, id, what: `payment.${state}` }
}

const settle = async (work: Write, id: string, state: Settlement['state'] | undefined): Promise<void> => {
  const payment = await lockPayment(work, id)
  if (payment?.paymentStatus !== 'SETTLING') return
  if (state === undefined) {
    updatePayment(work, payment, { settlesAt: hourLater(work) })
    return
  }
  // A verification moved no money that could get lost.
  const told =
    state === 'settled' || payment.amount === 0
      ? updatePayment(work, payment, { paymentStatus: paymentAfter('SETTLING', 'settled') })
      : await losePayment(work, payment, 'The payment was captured, but its settlement failed.')
  recordEvent(work, 'payment.updated', await presentLockedPayment(work, told))
}

const hourLater = ({ now }: Write): string => new Date(Date.parse(now) + 3_600_000).toISOString()
