import { paymentAfter, type Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { askEachConnection } from '../../processors/questions/ask-each-connection.ts'
import { askForSettlements } from '../../processors/questions/ask-for-settlements.ts'
import type { Settlement } from '../../processors/processor.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { Database } from '../../store/database.ts'
import { lockPayment } from '../../store/entities/payments.ts'
import { presentLockedPayment } from '../../presenters/payments/load-payments.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { PaymentRow } from '../../store/rows.ts'
import { type Write, write } from '../../store/write.ts'
import { minutesAfter } from '../back-off.ts'
import type { Billing } from '../billing.ts'
import type { Done } from './due-work.ts'
import { failSettlement } from '../differences/fail-settlement.ts'
import { lockNamesOf } from '../lock-names-of.ts'
import {
  findReadyWork,
  clearDeferral,
  abandonWork,
  isAmong,
  isNotDeferred,
  deferWork,
  type TriedWork,
} from './defer-work.ts'
import { updatePayment } from '../payments/update-payment.ts'

/**
 * Asks the processor what became of payments that were captured a billing day ago: they are settled, or the money never came; what
 * is still on its way is asked about again later. Answers which are settled or failed; none is settled twice. A payment that cannot
 * be asked about is tried again later and never stops the others. After a month both are reported and asked about no more, and so
 * is a payment that nobody has answered about for a month after that: an operator says what became of it (`resolveSettlement`).
 */
export const settlePayments = async (billing: Billing, limit = 100): Promise<readonly Done[]> => {
  const due = await findDue(billing, limit)
  if (due.length === 0) return []
  const stateOf = await askEachConnection(billing, due.filter(isAsked), {
    about: 'settlements',
    idOf: ({ transactionId }) => transactionId,
    ask: askForSettlements,
  })
  const done = await Promise.all(
    due.map((payment) =>
      settleDue(billing, payment, isAsked(payment) ? stateOf.get(payment) : free).catch((error: unknown) =>
        cannotSettle(billing, payment, error),
      ),
    ),
  )
  return done.filter((each) => each !== undefined)
}

const isAsked = (due: Due): due is Due & { readonly connection: string } => due.connection !== null
const free: SaidOfSettlement = { state: 'settled' }

/** What a processor reports about a settlement. */
type SaidOfSettlement = Omit<Settlement, 'transactionId'>

/** Defers a payment that could not be settled. After a month it is given up: only an operator can find out more. */
const cannotSettle = async (billing: Billing, due: Due, error: unknown): Promise<undefined> => {
  if (!(error instanceof StillOnItsWay) && due.heldCount < triesMax)
    return void (await deferWork(billing, 'settlement', due, error))
  billing.logger.error({ settlement: due.id, err: error }, `a settlement was given up after ${due.heldCount} tries`)
  await write(billing.database, due.organizationId, async (work) => {
    // Another server may have heard more, or have given it up already.
    const payment = await lockPayment(work, due.id)
    if (payment?.paymentStatus !== 'SETTLING' || !(await abandonWork(work, 'settlement', due, error))) return
    recordEvent(work, 'payment.outcome_unknown', await presentLockedPayment(work, payment))
  })
}

/** So many tries, after 5, 10, 20 … minutes and then once a day, take a month. */
const triesMax = 38

type Due = TriedWork &
  Pick<PaymentRow, 'customerId' | 'subscriptionId'> & {
    /** The connection that took it; null for a payment that needed none, because it costs nothing. */
    readonly connection: string | null
    readonly transactionId: string | undefined
  }

const findDue = async ({ database }: Billing, limit: number): Promise<readonly Due[]> => {
  const [ready, due] = await Promise.all([
    findReadyWork(database, 'settlement', limit),
    acrossOrganizations(database, 'due work')
      .selectFrom('payments')
      .select(dueColumns)
      .select(connectionOfDue)
      .where('paymentStatus', '=', 'SETTLING')
      .where('settlesAt', '<=', sql<Timestamp>`(select billing_now())`)
      .where(isNotDeferred('settlement'))
      .orderBy('settlesAt')
      .limit(limit)
      .execute(),
  ])
  const triedAgain = ready.length === 0 ? [] : await loadTriedBefore(database, ready)
  return [...triedAgain, ...due.map((payment) => ({ ...payment, heldCount: 0 }))].map(
    ({ paymentDetails, ...payment }) => ({
      ...payment,
      transactionId: paymentDetails?.processor_transaction_id ?? undefined,
    }),
  )
}

const loadTriedBefore = async (database: Database, ready: readonly TriedWork[]) => {
  const countOf = new Map(ready.map(({ id, heldCount }) => [id, heldCount]))
  const payments = await acrossOrganizations(database, 'due work')
    .selectFrom('payments')
    .select(dueColumns)
    .select(connectionOfDue)
    .where(isAmong(ready))
    .execute()
  return payments.map((payment) => ({ ...payment, heldCount: countOf.get(payment.id) ?? 0 }))
}

const dueColumns = ['organizationId', 'id', 'customerId', 'subscriptionId', 'paymentDetails'] as const
const connectionOfDue = sql<string | null>`(select connection from attempts
  where attempts.organization_id = payments.organization_id and attempts.payment_id = payments.id
    and attempts.kind in ('authorize', 'verify') and handed_on_to is null limit 1)`.as('connection')

/**
 * Thrown for money that is still on its way after a month: it should arrive within days, and nobody can tell any more whether it
 * will.
 */
class StillOnItsWay extends Error {
  constructor() {
    super(`The processor still says that the money is on its way, ${daysMax} days after it was paid.`)
  }
}
const daysMax = 30

/** A processor may be silent for days, and a connection may be gone for good: after a month the silence is counted, so that it ends. */
class Unanswered extends Error {
  constructor() {
    super(`Nobody answers whether the money has arrived, ${daysMax} days and more after it was paid.`)
  }
}

/** Settles or fails one payment by what its processor said, or sets when it is asked about again; answers what was done. */
const settleDue = async (
  { database }: Billing,
  due: Due,
  answer: SaidOfSettlement | undefined,
): Promise<Done | undefined> => {
  const { organizationId, id, transactionId, heldCount } = due
  if (isAsked(due) && transactionId === undefined) throw new Error(`The processor's id of payment ${id} is not known.`)
  if (answer?.state === 'rejected')
    throw new Error(`The processor rejects the question: ${answer.message ?? 'no reason.'}`)
  // A processor that could not be asked has not said that the money is on its way.
  const state = answer?.state
  await write(database, organizationId, {
    load: async () => undefined,
    run: async (work) => {
      await clearDeferral(work, 'settlement', due)
      await settle(work, id, state)
    },
    // A payment that failed before is tried in a transaction of its own.
    exclusiveNames: heldCount === 0 ? lockNamesOf(due) : undefined,
  })
  return isSettled(state) ? { organizationId, id, what: `payment.${state}` } : undefined
}

const isSettled = (state: Settlement['state'] | undefined): state is 'settled' | 'failed' =>
  state === 'settled' || state === 'failed'

const settle = async (work: Write, id: string, state: Settlement['state'] | undefined): Promise<void> => {
  const payment = await lockPayment(work, id)
  if (payment?.paymentStatus !== 'SETTLING') return
  if (isSettled(state)) return finishSettlement(work, payment, state)
  if (hoursSince(work, payment) >= daysMax * 24) throw state === 'pending' ? new StillOnItsWay() : new Unanswered()
  updatePayment(work, payment, { settlesAt: askedAgainAt(work, payment) })
}

/** Records the final state of a captured payment's money. The caller has locked the payment. */
export const finishSettlement = async (
  work: Write,
  payment: PaymentRow,
  state: 'settled' | 'failed',
): Promise<void> => {
  // A verification moved no money, so none can be lost.
  const updated =
    state === 'settled' || payment.amount === 0
      ? updatePayment(work, payment, { paymentStatus: paymentAfter('SETTLING', 'settled') })
      : await failSettlement(work, payment, 'The payment was captured, but its settlement failed.')
  recordEvent(work, 'payment.updated', await presentLockedPayment(work, updated))
}

/** When money that is on its way is asked about again: hourly at first, then ever later, at most once a day. */
const askedAgainAt = (work: Write, payment: PaymentRow): string =>
  minutesAfter(work.now, Math.min(Math.max(hoursSince(work, payment) / 24, 1), 24) * 60)

const hoursSince = ({ now }: Write, { createdAt }: PaymentRow): number =>
  (Date.parse(now) - Date.parse(createdAt)) / 3_600_000
