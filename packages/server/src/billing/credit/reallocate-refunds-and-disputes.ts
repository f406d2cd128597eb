import type { PaymentRow } from '../../store/rows.ts'
import type { PeriodReduction } from '../../store/schema/refunds.ts'
import type { Write } from '../../store/writes/write.ts'
import { priceWithoutAddedTax } from '../payments/shares-of-refunds.ts'
import { paymentWithoutAddedTax } from '../subscriptions/credit-ledger.ts'
import {
  restoreMoneyToSubscription,
  type TakenMoney,
  withdrawMoneyFromSubscription,
} from './withdraw-money-from-subscription.ts'

/** Money of a payment that its payer got back by a refund or a dispute, in minor units. */
export interface ReturnedAmount {
  readonly minor: number
  readonly taxMinor: number
}

/**
 * Called after a refund or dispute of a payment (`ended`) was reversed and the caller restored its money. Computes again what the payment's
 * other refunds and disputes withdraw from its subscription. Refunds and disputes may together exceed what was paid; the later ones then
 * withdrew less than their amounts. After one is reversed, the others must withdraw the difference. Does nothing if all of them, including
 * `ended`, stay within what was paid. The caller holds the locks of payment and subscription, and `ended` no longer counts as a refund or
 * dispute.
 */
export const reallocateRefundsAndDisputes = async (
  work: Write,
  payment: PaymentRow,
  ended: ReturnedAmount,
): Promise<void> => {
  if (payment.subscriptionId === null) return
  const others = await findRefundsAndDisputes(work, payment)
  const paidMinor = paymentWithoutAddedTax(payment)
  const gone = sumOf(others)
  if (others.length === 0 || priceOf(payment, gone) + priceOf(payment, ended) <= paidMinor) return
  for (const other of others) await restoreMoneyToSubscription(work, payment, async () => other)
  const taken = await withdrawMoneyFromSubscription(work, payment, {
    minor: Math.min(gone.minor, payment.amount),
    taxMinor: Math.min(gone.taxMinor, payment.tax?.amount_tax ?? 0),
  })
  let before = 0
  for (const other of others) {
    const after = before + other.minor
    await saveTaken(work, other, taken && partOf(taken, { before, after, all: gone.minor }))
    before = after
  }
}

/** A refund or a dispute, and what it withdrew from a subscription. */
interface RefundOrDispute extends TakenMoney, ReturnedAmount {
  readonly table: 'acceptedRefunds' | 'disputes'
  readonly id: string
}

const findRefundsAndDisputes = async ({ db }: Write, { id }: PaymentRow): Promise<readonly RefundOrDispute[]> => {
  const [refunds, disputes] = await Promise.all([
    db
      .selectFrom('refunds')
      .innerJoin('acceptedRefunds', (accepted) =>
        accepted
          .onRef('acceptedRefunds.paymentId', '=', 'refunds.paymentId')
          .onRef('acceptedRefunds.transactionId', '=', 'refunds.processorTransactionId'),
      )
      .select([
        'acceptedRefunds.id',
        'refunds.amount as minor',
        'refunds.taxAmount as taxMinor',
        'acceptedRefunds.taken',
        'acceptedRefunds.periodLeftAt',
      ])
      .where('refunds.paymentId', '=', id)
      .where('refunds.status', '<>', 'failed')
      .where('acceptedRefunds.state', '<>', 'failed')
      .orderBy('acceptedRefunds.createdAt')
      .orderBy('acceptedRefunds.id')
      .execute(),
    db
      .selectFrom('disputes')
      .select(['id', 'appliedAmount as minor', 'appliedTaxAmount as taxMinor', 'taken', 'periodLeftAt'])
      .where('paymentId', '=', id)
      .where('appliedAmount', '>', 0)
      .orderBy('id')
      .execute(),
  ])
  return [
    ...refunds.map((refund) => ({ table: 'acceptedRefunds', ...refund }) as const),
    ...disputes.map((dispute) => ({ table: 'disputes', ...dispute }) as const),
  ]
}

const sumOf = (takers: readonly ReturnedAmount[]): ReturnedAmount => ({
  minor: takers.reduce((sum, { minor }) => sum + minor, 0),
  taxMinor: takers.reduce((sum, { taxMinor }) => sum + taxMinor, 0),
})

const priceOf = (payment: PaymentRow, { minor, taxMinor }: ReturnedAmount): number =>
  priceWithoutAddedTax(payment, minor, taxMinor)

/** One refund's or dispute's part of a withdrawn sum. All parts add up to exactly that sum. */
const partOf = (
  taken: PeriodReduction,
  { before, after, all }: Readonly<Record<'before' | 'after' | 'all', number>>,
): PeriodReduction => {
  const part = (minor: number) => Math.round((minor * after) / all) - Math.round((minor * before) / all)
  const elsewhere = taken.elsewhere
    ?.map((each) => ({ ...each, minor: part(each.minor) }))
    .filter(({ minor }) => minor > 0)
  return {
    ...taken,
    costMinor: part(taken.costMinor),
    balanceMinor: part(taken.balanceMinor),
    ...(elsewhere && { elsewhere }),
  }
}

const saveTaken = async (
  { db, now }: Write,
  { table, id }: RefundOrDispute,
  taken: PeriodReduction | null,
): Promise<void> => {
  const noted = { taken: taken && JSON.stringify(taken), periodLeftAt: null, updatedAt: now }
  await (table === 'disputes'
    ? db.updateTable('disputes').set(noted).where('id', '=', id).execute()
    : db.updateTable('acceptedRefunds').set(noted).where('id', '=', id).execute())
}
