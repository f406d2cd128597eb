import { sql } from 'kysely'
import type { BookedMovement, Payout } from '../../../processors/processor.ts'
import { acrossOrganizations } from '../../../store/across-organizations.ts'
import type { Database } from '../../../store/database.ts'
import { oneOf } from '../../../store/queries/one-of.ts'
import type { KnownTransaction } from './compare-movement.ts'

/**
 * Stores the entries that belong to our payments, each once, with their fees. If an entry is listed again, the later version replaces the
 * earlier.
 */
export const keepMovements = async (
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
export const keepPayout = async (database: Database, connection: string, payout: Payout): Promise<void> => {
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
