import { oneRow } from '@billing-checkout/database'
import { sql } from 'kysely'
import type { BookedMovement, Payout } from '../../../processors/processor.ts'
import { acrossOrganizations } from '../../../store/across-organizations.ts'
import type { Database } from '../../../store/database.ts'
import { oneOf } from '../../../store/queries/one-of.ts'
import { queryReference } from '../../attempts/query-processor.ts'
import type { Billing } from '../../billing.ts'
import { importProcessorNews } from '../../disputes/import-processor-news.ts'
import { compareMovement, findTransactionsInBooks, type KnownTransaction } from './compare-movement.ts'
import { findMissingAtProcessor } from './find-missing-at-processor.ts'
import { closeVanishedDifferences, type ComparedDay, recordDayDifference } from './record-differences.ts'

/** A compared day, its payouts, and whether the processor has counted the day completely. */
export interface ReconciledDay extends ComparedDay {
  readonly isComplete: boolean
  /** The number of entries that the processor lists. */
  readonly movements: number
  readonly payouts: readonly Payout[]
}

/**
 * Compares a connection's day with the books. A difference is an entry that is missing in the books or at the processor, or has different
 * sums or states there. Each difference is reported once, and closed if a later comparison no longer finds it; nothing is corrected. Before
 * a difference in a listed entry is reported, open attempts are completed, and news such as disputes is imported. A charge or refund that
 * is missing at the processor is reported only if the processor has counted the day completely. An entry matches the record with its
 * transaction id, whatever the day. If another program uses the same account, each of its charges is a difference. Stores the fees of our
 * payments, and no other fees. Any server may repeat this at any time, and several may run it at once.
 */
export const reconcileDay = async (billing: Billing, compared: ComparedDay): Promise<ReconciledDay> => {
  const { connection, day } = compared
  const { database, processors } = billing
  const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(database)
  const { now: begun } = oneRow(rows)
  const payouts: Payout[] = []
  let movements = 0
  for (let page: string | undefined; ;) {
    const booked = await processors.of(connection).reconcile(day, page)
    await comparePage(billing, compared, booked.movements)
    movements += booked.movements.length
    payouts.push(...booked.payouts)
    if (booked.next === null) {
      for (const payout of payouts) await keepPayout(database, connection, payout)
      if (booked.isComplete)
        for (const missing of await findMissingAtProcessor(billing, connection, day))
          await recordDayDifference(billing, compared, missing)
      await closeVanishedDifferences(billing, compared, begun)
      return { ...compared, isComplete: booked.isComplete, movements, payouts }
    }
    if (booked.next === page) throw new Error('The processor lists the same page of a day repeatedly.')
    page = booked.next
  }
}

const comparePage = async (
  billing: Billing,
  compared: ComparedDay,
  movements: readonly BookedMovement[],
): Promise<void> => {
  const { database } = billing
  const { connection } = compared
  await finishOpen(billing, connection, movements)
  const first = await findTransactionsInBooks(database, connection, movements)
  const hasDifference = movements.some((each) => compareMovement(each, first.get(each.transactionId ?? '')) !== null)
  // The cause may be a refund in the processor's dashboard, a dispute or a failure that was not imported yet. Import such news and compare
  // again.
  if (hasDifference) await importProcessorNews(billing, true)
  const known = hasDifference ? await findTransactionsInBooks(database, connection, movements) : first
  const ours = movements.flatMap((movement) => {
    const of = known.get(movement.transactionId ?? '')
    return of === undefined ? [] : [[movement, of] as const]
  })
  await keepMovements(database, compared, ours)
  for (const movement of movements) {
    const difference = compareMovement(movement, known.get(movement.transactionId ?? ''))
    if (difference !== null) await recordDayDifference(billing, compared, difference)
  }
}

/** Finishes attempts whose calls the processor lists and whose outcome is unknown here. */
const finishOpen = async (
  billing: Billing,
  connection: string,
  movements: readonly BookedMovement[],
): Promise<void> => {
  const references = movements.flatMap(({ reference }) => reference ?? [])
  if (references.length === 0) return
  const open = await acrossOrganizations(billing.database, 'processor report')
    .selectFrom('attempts')
    .select('processorKey')
    .where('connection', '=', connection)
    .where('state', '=', 'open')
    .where('processorKey', '=', oneOf(references))
    .execute()
  for (const { processorKey } of open) await queryReference(billing, connection, processorKey)
}

/**
 * Stores the entries that belong to our payments, each once, with their fees. If an entry is listed again, its fee, net amount, available
 * date and ARN are updated.
 */
const keepMovements = async (
  database: Database,
  { connection, day }: { readonly connection: string; readonly day: string },
  movements: readonly (readonly [BookedMovement, KnownTransaction])[],
): Promise<void> => {
  if (movements.length === 0) return
  const rows = movements.map(([movement, { organizationId, paymentId }]) => ({
    organizationId,
    connection,
    id: movement.id,
    paymentId,
    kind: movement.kind,
    transactionId: movement.transactionId ?? movement.id,
    amount: movement.amount,
    currencyCode: movement.currency,
    fee: movement.fee,
    net: movement.net,
    balanceCurrency: movement.balanceCurrency,
    day,
    bookedAt: movement.at,
    availableAt: movement.availableAt,
    arn: movement.arn,
    payoutId: null,
  }))
  await acrossOrganizations(database, 'processor report')
    .insertInto('bookedMovements')
    .values(rows)
    .onConflict((known) =>
      known.columns(['connection', 'id']).doUpdateSet(({ ref }) => ({
        fee: ref('excluded.fee'),
        net: ref('excluded.net'),
        availableAt: ref('excluded.availableAt'),
        arn: sql<string | null>`coalesce(excluded.arn, booked_movements.arn)`,
      })),
    )
    .execute()
}

/** Records which entries a payout has paid out. If the payout failed, none of its entries is paid out. */
const keepPayout = async (database: Database, connection: string, payout: Payout): Promise<void> => {
  const { id, state, movements } = payout
  const rows = acrossOrganizations(database, 'processor report')
  if (state === 'failed') {
    await rows
      .updateTable('bookedMovements')
      .set({ payoutId: null })
      .where('connection', '=', connection)
      .where('payoutId', '=', id)
      .execute()
    return
  }
  for (let from = 0; from < movements.length; from += chunk)
    await rows
      .updateTable('bookedMovements')
      .set({ payoutId: id })
      .where('connection', '=', connection)
      .where('id', '=', oneOf(movements.slice(from, from + chunk)))
      .execute()
}

const chunk = 1000
