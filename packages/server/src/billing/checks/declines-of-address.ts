import { secondsAfter, type Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { OrganizationSettings } from '../../organization/settings.ts'
import { unsetSettings } from '../../organization/settings-in-force.ts'
import { minuteOf } from './count-outcome.ts'
import { leaseSecondsFor } from '../../processors/lease-seconds.ts'
import type { OrganizationDatabase } from '../../store/in-organization.ts'

/** Selects the payments to count: those from a network address (hashed), and among them those with a card, if its fingerprint is known. */
export interface CountedAddress {
  readonly address: string
  readonly fingerprint: string | null
  readonly wall: string
  /** The time-out of a call to the processor, in seconds. */
  readonly timeoutSeconds: number
}

/** The outcomes of a network address's payments in the last hour, and how many of its payments are in flight. */
export interface AddressRecord {
  readonly declines: number
  readonly approvals: number
  readonly inFlight: number
  readonly inFlightWithCard: number
}

/**
 * The number of declines that a network address may have in an hour: the organization's limit, plus one for every two approvals. Even if
 * many shoppers share an address, fewer than a third of their payments are declined, whereas most stolen cards are.
 */
export const declinesAllowed = ({ declines_per_address: limit }: OrganizationSettings, approvals: number): number =>
  (limit ?? unsetSettings.declines_per_address) + Math.floor(approvals / 2)

/** Reads how many payments from a network address were declined or approved, and how many are in flight. */
export const readAddressRecord = async (db: OrganizationDatabase, counted: CountedAddress): Promise<AddressRecord> => {
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
  { address, fingerprint, timeoutSeconds }: CountedAddress,
): Promise<Pick<AddressRecord, 'inFlight' | 'inFlightWithCard'>> => {
  // A finished call has released its lease, and no call lasts longer than its time-out, so count only leases that expire after this time.
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
  { address, wall }: CountedAddress,
): Promise<Pick<AddressRecord, 'declines' | 'approvals'>> => {
  const hourAgo = secondsAfter(wall, -3600)
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
  { address, wall }: Pick<CountedAddress, 'address' | 'wall'>,
): Promise<number> => {
  const { wrong } = await db
    .selectFrom('declineCounts')
    .select(sql<number>`coalesce(sum(wrong_codes), 0)`.as('wrong'))
    .where('address', '=', address)
    .where('minute', '>=', minuteOf(secondsAfter(wall, -3600)))
    .executeTakeFirstOrThrow()
  return Number(wrong)
}
