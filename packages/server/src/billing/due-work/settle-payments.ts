import { sql } from 'kysely'
import { queryEachConnection } from '../../processors/queries/query-each-connection.ts'
import { querySettlements } from '../../processors/queries/query-each.ts'
import type { Settlement } from '../../processors/processor.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import { lockPayment } from '../../store/entities/payments.ts'
import { presentLockedPayment } from '../../presenters/payments/load-payments.ts'
import { recordEvent } from '../../store/events/record-event.ts'
import type { PaymentRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'
import { triesInAMonth } from '../back-off.ts'
import { clearDeferral } from '../worklist/defer-work.ts'
import type { WorkKind } from '../worklist/worklist.ts'
import { finishSettlement } from '../differences/finish-settlement.ts'
import { lockNamesOf } from '../lock-names-of.ts'
import { updatePayment } from '../payments/update-payment.ts'
import { daysSince, nextPendingQueryAt, pendingDaysMax, StillPending } from './still-pending.ts'

type Due = Pick<PaymentRow, 'organizationId' | 'id' | 'customerId' | 'subscriptionId'> & {
  /** The connection that charged the payment; null for a free payment, which needed no call. */
  readonly connection: string | null
  readonly transactionId: string | undefined
}

/** The state of a payment's settlement that a processor reports; `undefined` if the processor could not be queried. */
type SettlementState = Settlement['state'] | undefined

/**
 * Payments that were captured a day ago by the billing clock. The worker queries the processor to learn whether their money has settled or
 * will never arrive, and queries again while the money is in flight. If the processor still reports the money as in flight after a month,
 * or gives no answer for another month, the worker reports the payment and stops its queries. An operator then states the outcome
 * (`resolveSettlement`).
 */
export const settlementWork: WorkKind<Due, SettlementState> = {
  name: 'settlement',
  table: 'payments',
  dueColumn: 'due_at',
  isOpen: sql<boolean>`payment_status = 'SETTLING'`,
  limit: 100,
  concurrency: 100,
  load: async (database, where, limit) => {
    const payments = await acrossOrganizations(database, 'due work')
      .selectFrom('payments')
      .select(['organizationId', 'id', 'customerId', 'subscriptionId', 'paymentDetails'])
      .select(connectionOfDue)
      .where(where)
      .orderBy('dueAt')
      .limit(limit)
      .execute()
    return payments.map(({ paymentDetails, ...payment }) => ({
      ...payment,
      transactionId: paymentDetails?.processor_transaction_id ?? undefined,
    }))
  },
  call: async (billing, due) => {
    const answers = await queryEachConnection(billing, due.filter(isQueried), {
      about: 'settlements',
      idOf: ({ transactionId }) => transactionId,
      query: querySettlements,
    })
    return (payment) => (isQueried(payment) ? stateIn(payment, answers.get(payment)) : 'settled')
  },
  perform: async ({ work, row: { id }, answer: state }) => {
    await recordSettlement(work, id, state)
    return isSettled(state) ? `payment.${state}` : undefined
  },
  exclusiveNames: lockNamesOf,
  giveUp: {
    triesMax: triesInAMonth,
    isFinal: (error) => error instanceof StillPending,
    report: async (work, { id }) => {
      const payment = await lockPayment(work, id)
      if (payment?.paymentStatus !== 'SETTLING') return undefined
      return async () => {
        const givenUp = updatePayment(work, payment, { dueAt: null })
        recordEvent(work, 'payment.outcome_unknown', await presentLockedPayment(work, givenUp))
      }
    },
  },
}

const isQueried = (due: Due): due is Due & { readonly connection: string } => due.connection !== null

const connectionOfDue = sql<string | null>`(select connection from attempts
  where attempts.organization_id = payments.organization_id and attempts.payment_id = payments.id
    and attempts.kind in ('authorize', 'verify') and handed_on_to is null limit 1)`.as('connection')

/**
 * Reads the state from a processor's answer. Without an answer, the state is `undefined`, which does not mean that the money is in flight.
 * Throws if the processor rejects the query.
 */
const stateIn = (
  { id, transactionId }: Due,
  answer: Omit<Settlement, 'transactionId'> | undefined,
): SettlementState => {
  if (transactionId === undefined) throw new Error(`The processor's id of payment ${id} is not known.`)
  if (answer?.state === 'rejected')
    throw new Error(`The processor rejects the query: ${answer.message ?? 'no reason.'}`)
  return answer?.state
}

const isSettled = (state: Settlement['state'] | undefined): state is 'settled' | 'failed' =>
  state === 'settled' || state === 'failed'

/**
 * Records that one payment has settled or failed, by its processor's answer, or sets the time of the next query. Throws if the outcome is
 * still unknown after a month, so that the worklist counts the try.
 */
const recordSettlement = async (work: Write, id: string, state: Settlement['state'] | undefined): Promise<void> => {
  const payment = await lockPayment(work, id)
  if (payment?.paymentStatus !== 'SETTLING') return
  // `dueAt` is null if another server has given up on the payment since this server queried it. Delete the deferral of that failure.
  if (payment.dueAt === null) await clearDeferral(work, 'settlement', payment.id)
  if (isSettled(state)) return finishSettlement(work, payment, state)
  // Without an answer, the worklist counts the tries and finally gives up: the connection may be gone for good.
  if (daysSince(work.now, payment.createdAt) >= pendingDaysMax)
    throw state === 'pending'
      ? new StillPending(`The processor still reports the money as pending, ${pendingDaysMax} days after it was paid.`)
      : new Error(
          `The processor has not reported whether the money has arrived, ${pendingDaysMax} days or more after it was paid.`,
        )
  updatePayment(work, payment, { dueAt: nextPendingQueryAt(work.now, payment.createdAt) })
}
