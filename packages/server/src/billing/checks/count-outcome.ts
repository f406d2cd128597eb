import { paidStatuses, secondsAfter } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { PaymentRow } from '../../store/rows.ts'
import { lockNameLast } from '../../store/writes/lock-names.ts'
import type { Write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import { lockName } from '../lock-names-of.ts'
import { hashAddress } from './hash-address.ts'

/** Counts a decline for the shopper's network address in the current minute, to stop card testing. */
export const countDecline = (
  billing: Billing,
  { db, sendLast }: Pick<Write, 'db' | 'sendLast'>,
  from: string | null | undefined,
): void => {
  if (from == null) return
  const address = hashAddress(billing, from)
  const minute = minuteOf(billing.wallClock())
  sendLast(
    keyOf(address, minute),
    db
      .insertInto('declineCounts')
      .values({ address, minute, declines: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['organizationId', 'address', 'minute'])
          .doUpdateSet({ declines: sql<number>`decline_counts.declines + 1` }),
      ),
  )
}

/**
 * The sort key of the statement that updates a count. All payments from an address update the same row, so each transaction runs this
 * statement last, and in the order of the keys if it updates several rows.
 */
const keyOf = (address: string, minute: string): string => `decline count ${address} ${minute}`

/**
 * Counts an approval for the shopper's network address, at most once a day for each card. Otherwise, a thief could earn more tries for
 * stolen cards by paying often with one valid card. Transactions that count the same card from the same address run one after another, even
 * on several servers.
 */
export const countApproval = (
  billing: Billing,
  work: Write,
  { id, addressHash, fingerprint, paymentType }: PaymentRow,
): void => {
  if (addressHash === null || fingerprint === null || paymentType === 'MIT') return
  const { db, sendLast, now } = work
  // This key sorts before the keys of {@link keyOf}, so all transactions take the two locks in the same order.
  lockNameLast(work, `card of address ${addressHash} ${fingerprint}`, lockName.cardOfAddress(fingerprint, addressHash))
  const dayAgo = secondsAfter(now, -86_400)
  const minute = minuteOf(billing.wallClock())
  const approvedBefore = db
    .selectFrom('payments')
    .select('id')
    .where('fingerprint', '=', fingerprint)
    .where('createdAt', '>', dayAgo)
    .where('addressHash', '=', addressHash)
    .where('paymentStatus', 'in', paidStatuses)
    .where('id', '!=', id)
  sendLast(
    keyOf(addressHash, minute),
    db
      .insertInto('declineCounts')
      .columns(['address', 'minute', 'declines', 'approvals'])
      .expression(
        db
          .selectNoFrom([
            sql<string>`${addressHash}::text`.as('address'),
            sql<string>`${minute}::timestamptz`.as('minute'),
            sql<number>`0`.as('declines'),
            sql<number>`1`.as('approvals'),
          ])
          .where(({ not, exists }) => not(exists(approvedBefore))),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['organizationId', 'address', 'minute'])
          .doUpdateSet({ approvals: sql<number>`decline_counts.approvals + 1` }),
      ),
  )
}

/** Adds a check of a discount code to an address's count: 1 for a wrong code, 0 for a right one. */
export const addWrongCodes = async (
  { db }: Write,
  { address, minute, count }: { readonly address: string; readonly minute: string; readonly count: number },
): Promise<void> => {
  await db
    .insertInto('declineCounts')
    .values({ address, minute, declines: 0, wrongCodes: count })
    .onConflict((conflict) =>
      conflict
        .columns(['organizationId', 'address', 'minute'])
        .doUpdateSet({ wrongCodes: sql<number>`decline_counts.wrong_codes + ${count}` }),
    )
    .execute()
}

/** The start of the minute that contains a wall-clock time. */
export const minuteOf = (wall: string): string => `${wall.slice(0, 16)}:00.000Z`
