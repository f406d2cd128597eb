import { paidStatuses, secondsAfter } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { PaymentRow } from '../../store/rows.ts'
import { lockNameLast } from '../../store/writes/lock-names.ts'
import type { Write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import { lockName } from '../lock-names-of.ts'
import { hashAddress } from './hash-address.ts'

/** Counts a decline against the shopper's address in the current minute, to stop card testing. */
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
 * All payments from an address update the same row, so each transaction locks it last, and always locks several rows in the same order.
 */
const keyOf = (address: string, minute: string): string => `decline count ${address} ${minute}`

/**
 * Counts an approval for the shopper's address, once a day for each card. Otherwise, a thief with one good card could use it to earn more
 * tries with stolen cards. Transactions that count the same card from the same address run one after another, even on several servers.
 */
export const countApproval = (
  billing: Billing,
  work: Write,
  { id, addressHash, fingerprint, paymentType }: PaymentRow,
): void => {
  if (addressHash === null || fingerprint === null || paymentType === 'MIT') return
  const { db, sendLast, now } = work
  // This key sorts before the keys of the counts, so all transactions take both locks in the same order.
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
