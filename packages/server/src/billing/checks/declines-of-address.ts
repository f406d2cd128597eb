import { createHmac } from 'node:crypto'
import { authorizedOrCapturedStatuses, addDays, addSeconds, type Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { OrganizationSettings } from '../../organization/settings.ts'
import { defaultSettings } from '../../organization/effective-settings.ts'
import { leaseSecondsFor } from '../../processors/lease-seconds.ts'
import type { OrganizationDatabase } from '../../store/in-organization.ts'
import type { PaymentRow } from '../../store/rows.ts'
import { lockNameLast } from '../../store/writes/lock-names.ts'
import type { Write } from '../../store/writes/write.ts'
import type { Billing } from '../billing.ts'
import { lockName } from '../lock-names-of.ts'

/** Selects the payments to count: those from a network address (hashed), and among them those with a card, if its fingerprint is known. */
export interface NetworkAddressQuery {
  readonly address: string
  readonly fingerprint: string | null
  readonly wall: string
  /** The time-out of a call to the processor, in seconds. */
  readonly timeoutSeconds: number
}

/** The outcomes of a network address's payments in the last hour, and how many of its payments are in flight. */
export interface NetworkAddressRecord {
  readonly declines: number
  readonly approvals: number
  readonly inFlight: number
  readonly inFlightWithCard: number
}

/**
 * The number of declines that a network address may have in an hour: the organization's limit, plus one for every two approvals. Even if
 * many shoppers share an address, fewer than a third of their payments are declined, whereas most payments with stolen cards are declined.
 */
export const declinesAllowed = ({ declines_per_address: limit }: OrganizationSettings, approvals: number): number =>
  (limit ?? defaultSettings.declines_per_address) + Math.floor(approvals / 2)

/** Reads how many payments from a network address were declined or approved, and how many are in flight. */
export const readAddressRecord = async (
  db: OrganizationDatabase,
  counted: NetworkAddressQuery,
): Promise<NetworkAddressRecord> => {
  // Read the outcomes last: a payment that is declined between the two reads is counted twice rather than missed.
  const [inFlight, outcomes] = await Promise.all([countInFlight(db, counted), countOutcomes(db, counted)])
  return { ...inFlight, ...outcomes }
}

/**
 * Counts the payments of an address whose call to the processor is running now. Payments that wait for a shopper and payments with an
 * unknown outcome do not count, because they reveal nothing about a stolen card.
 */
const countInFlight = (
  db: OrganizationDatabase,
  { address, fingerprint, timeoutSeconds }: NetworkAddressQuery,
): Promise<Pick<NetworkAddressRecord, 'inFlight' | 'inFlightWithCard'>> => {
  // A call lasts at most `timeoutSeconds`. So count only attempts that were leased less than `timeoutSeconds` ago: their leases still run
  // for more than `heldSeconds`.
  const heldSeconds = leaseSecondsFor({ timeoutSeconds }, 2) - timeoutSeconds
  const stillHeld = sql<Timestamp>`(select lease_now()) + ${heldSeconds} * interval '1 second'`
  return db
    .selectFrom('payments')
    .innerJoin('attempts', (join) => join.onRef('attempts.paymentId', '=', 'payments.id'))
    .select([
      sql<number>`count(*)`.as('inFlight'),
      sql<number>`count(*) filter (where fingerprint = ${fingerprint})`.as('inFlightWithCard'),
    ])
    .where('addressHash', '=', address)
    .where('paymentStatus', '=', 'PENDING')
    .where('attempts.state', '=', 'open')
    .where('attempts.action', 'is', null)
    .where('attempts.awaitsRetry', '=', false)
    .where('attempts.leaseUntil', '>', stillHeld)
    .executeTakeFirstOrThrow()
}

/** Counts the outcomes of an address in the last hour. The hour begins at a full minute. */
const countOutcomes = (
  db: OrganizationDatabase,
  { address, wall }: NetworkAddressQuery,
): Promise<Pick<NetworkAddressRecord, 'declines' | 'approvals'>> => {
  const hourAgo = addSeconds(wall, -3600)
  return db
    .selectFrom('declineCounts')
    .select([
      sql<number>`coalesce(sum(declines), 0)`.as('declines'),
      sql<number>`coalesce(sum(approvals), 0)`.as('approvals'),
    ])
    .where('address', '=', address)
    .where('minute', '>=', minuteOf(hourAgo))
    .executeTakeFirstOrThrow()
}

/** Counts the wrong discount codes that an address has sent in the last hour. The hour begins at a full minute. */
export const countWrongCodes = async (
  db: OrganizationDatabase,
  { address, wall }: Pick<NetworkAddressQuery, 'address' | 'wall'>,
): Promise<number> => {
  const { wrong } = await db
    .selectFrom('declineCounts')
    .select(sql<number>`coalesce(sum(wrong_codes), 0)`.as('wrong'))
    .where('address', '=', address)
    .where('minute', '>=', minuteOf(addSeconds(wall, -3600)))
    .executeTakeFirstOrThrow()
  return Number(wrong)
}

/** Counts a decline for the shopper's network address in the current minute, to stop card testing. */
export const recordDecline = (
  billing: Billing,
  { db, sendLast }: Pick<Write, 'db' | 'sendLast'>,
  from: string | null | undefined,
): void => {
  if (from == null) return
  const address = hashNetworkAddress(billing, from)
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
 * The sort key of the statement that updates a count. All payments that shoppers make from one address in a minute update the same
 * row, so each transaction runs this statement last. Several such statements run in the order of their keys.
 */
const keyOf = (address: string, minute: string): string => `decline count ${address} ${minute}`

/**
 * Counts an approval for the shopper's network address, at most once a day for each card. Otherwise, a thief could earn more tries for
 * stolen cards by paying often with one valid card. Transactions that count the same card from the same address run one after another, even
 * on several servers.
 */
export const recordApproval = (
  billing: Billing,
  work: Write,
  { id, addressHash, fingerprint, paymentType }: PaymentRow,
): void => {
  if (addressHash === null || fingerprint === null || paymentType === 'MIT') return
  const { db, sendLast, now } = work
  // This key sorts before the keys of {@link keyOf}, so all transactions take the two locks in the same order.
  lockNameLast(work, `card of address ${addressHash} ${fingerprint}`, lockName.cardOfAddress(fingerprint, addressHash))
  const dayAgo = addDays(now, -1)
  const minute = minuteOf(billing.wallClock())
  const approvedBefore = db
    .selectFrom('payments')
    .select('id')
    .where('fingerprint', '=', fingerprint)
    .where('createdAt', '>', dayAgo)
    .where('addressHash', '=', addressHash)
    .where('paymentStatus', 'in', authorizedOrCapturedStatuses)
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
export const recordCodeCheck = async (
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

/** The stored form of a shopper's network address: a keyed hash, which can be compared but not read. */
export const hashNetworkAddress = (billing: Pick<Billing, 'fingerprintKey'>, address: string): string =>
  createHmac('sha256', billing.fingerprintKey).update(`address:${address}`).digest('base64url')
