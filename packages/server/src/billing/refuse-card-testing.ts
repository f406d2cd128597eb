import { Problem } from '@billing-checkout/contract'
import { sql } from 'kysely'
import type { Call } from '../http/call.ts'
import { lockNames, type Write } from '../store/write.ts'
import type { Billing } from './billing.ts'
import { hourOf } from './finish-authorization.ts'
import { hashAddress } from './hash-address.ts'
import type { Sale } from './sale.ts'

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
  const fingerprint = method.kind === 'typed' ? method.fingerprint : method.row.fingerprint
  const address = hashAddress(billing, call.address)
  // Declines are read after what is on its way: a payment that is declined in between counts twice, and never not at all.
  const [, tried, onTheWay, declined] = await Promise.all([
    lockNames(work, [`address:${address}`]),
    findTried(work, sessionId, fingerprint),
    countOnTheWay(work, address),
    countDeclined(work, address, hourOf(call.wall)),
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

/** Unfinished payments of an address, but for those that wait for their shopper: nobody tries cards out that way. */
const countOnTheWay = async ({ db, organizationId }: Write, address: string): Promise<number> => {
  const { payments } = await db
    .selectFrom('payments as payment')
    .select(sql<number>`count(*)`.as('payments'))
    .where('organizationId', '=', organizationId)
    .where('addressHash', '=', address)
    .where('paymentStatus', '=', 'PENDING')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('attempts as attempt')
            .select('attempt.id')
            .whereRef('attempt.organizationId', '=', 'payment.organizationId')
            .whereRef('attempt.paymentId', '=', 'payment.id')
            .where('attempt.action', 'is not', null),
        ),
      ),
    )
    .executeTakeFirstOrThrow()
  return payments
}

const countDeclined = async ({ db, organizationId }: Write, address: string, hour: string): Promise<number> => {
  const counted = await db
    .selectFrom('declineCounts')
    .select('declines')
    .where('organizationId', '=', organizationId)
    .where('address', '=', address)
    .where('hour', '=', hour)
    .executeTakeFirst()
  return counted?.declines ?? 0
}
