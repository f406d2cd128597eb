import { Problem } from '@billing-checkout/contract'
import { sql } from 'kysely'
import type { Call } from '../http/call.ts'
import { lockNames, type Write } from '../store/write.ts'
import type { Billing } from './billing.ts'
import { minuteOf } from './finish-authorization.ts'
import { hashAddress } from './hash-address.ts'
import { leaseSeconds } from './open-attempt.ts'
import { fingerprintOf, type Sale } from './sale.ts'

const attemptsPerSession = 10
const cardsPerSession = 5
const declinesPerAddressAndHour = 20

/** How soon, as a rule, the outcome of what is on its way is known. */
const onTheWaySeconds = 10

/**
 * Refuses to be the tool with which stolen cards are tried out; the counters live in the database (decisions 3). What is on
 * its way to the processor from an address may be declined yet, so it counts until that is known: trying many cards at
 * once gets no further than one after the other.
 */
export const refuseCardTesting = async (
  billing: Billing,
  work: Write,
  call: Call,
  { sessionId, method }: Pick<Sale, 'method'> & { readonly sessionId: string },
): Promise<void> => {
  const fingerprint = fingerprintOf(method)
  const address = hashAddress(billing, call.address)
  // Declines are read after what is on its way: a payment that is declined in between counts twice, and never not at all.
  const [, tried, onTheWay, declined] = await Promise.all([
    lockNames(work, [`address:${address}`]),
    findTried(work, sessionId, fingerprint),
    countOnTheWay(billing, work, { address, wall: call.wall }),
    countDeclined(work, { address, wall: call.wall }),
  ])
  if (tried.attempts >= attemptsPerSession) throw refusal(`${attemptsPerSession} attempts per client session`)
  if (tried.otherCards >= cardsPerSession) throw refusal(`${cardsPerSession} different cards per client session`)
  if (declined + onTheWay < declinesPerAddressAndHour) return
  const isCertain = declined >= declinesPerAddressAndHour
  throw refusal(`${declinesPerAddressAndHour} declines per address and hour`, isCertain ? 3600 : onTheWaySeconds)
}

const refusal = (limit: string, retryAfterSeconds = 3600): Problem =>
  new Problem('too_many_attempts', `The limit of ${limit} is reached.`, { retryAfterSeconds })

const findTried = ({ db, organizationId }: Write, sessionId: string, fingerprint: string | null) =>
  db
    .selectFrom('payments')
    .select([
      sql<number>`count(*)`.as('attempts'),
      sql<number>`count(distinct fingerprint) filter (where fingerprint <> ${fingerprint})`.as('otherCards'),
    ])
    .where('organizationId', '=', organizationId)
    .where('sessionId', '=', sessionId)
    .executeTakeFirstOrThrow()

/**
 * Payments of an address whose call to the processor is running: not those that wait for a shopper, or whose outcome
 * nobody was told, for they tell a thief nothing.
 */
const countOnTheWay = async (
  { processors }: Billing,
  { db, organizationId }: Write,
  { address, wall }: { readonly address: string; readonly wall: string },
): Promise<number> => {
  // A call that has ended lets go of its lease, or is older than a call can be.
  const stillHeld = new Date(
    Date.parse(wall) + (leaseSeconds - processors.forNewMethods.timeoutSeconds) * 1000,
  ).toISOString()
  const { payments } = await db
    .selectFrom('payments')
    .innerJoin('attempts', (join) =>
      join
        .onRef('attempts.organizationId', '=', 'payments.organizationId')
        .onRef('attempts.paymentId', '=', 'payments.id'),
    )
    .select(sql<number>`count(*)`.as('payments'))
    .where('payments.organizationId', '=', organizationId)
    .where('addressHash', '=', address)
    .where('paymentStatus', '=', 'PENDING')
    .where('attempts.state', '=', 'open')
    .where('attempts.action', 'is', null)
    .where('attempts.leaseUntil', '>', stillHeld)
    .executeTakeFirstOrThrow()
  return payments
}

/** Declines of an address in the last hour, which begins with a full minute. */
const countDeclined = async (
  { db, organizationId }: Write,
  { address, wall }: { readonly address: string; readonly wall: string },
): Promise<number> => {
  const hourAgo = new Date(Date.parse(wall) - 3_600_000).toISOString()
  const { declines } = await db
    .selectFrom('declineCounts')
    .select(sql<number>`coalesce(sum(declines), 0)`.as('declines'))
    .where('organizationId', '=', organizationId)
    .where('address', '=', address)
    .where('minute', '>=', minuteOf(hourAgo))
    .executeTakeFirstOrThrow()
  return declines
}
