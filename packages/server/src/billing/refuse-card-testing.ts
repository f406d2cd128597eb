import { Problem } from '@billing-checkout/contract'
import { sql } from 'kysely'
import type { Call } from '../http/call.ts'
import type { Write } from '../store/write.ts'
import type { Billing } from './billing.ts'
import { hourOf } from './finish-authorization.ts'
import { hashAddress } from './hash-address.ts'
import type { Sale } from './sale.ts'

const attemptsPerSession = 10
const cardsPerSession = 5
const declinesPerAddressAndHour = 20

/** Refuses to be the tool with which stolen cards are tried out; the counters live in the database (decisions 3). */
export const refuseCardTesting = async (
  billing: Billing,
  { db, organizationId }: Write,
  call: Call,
  { sessionId, method }: Pick<Sale, 'method'> & { readonly sessionId: string },
): Promise<void> => {
  const fingerprint = method.kind === 'typed' ? method.fingerprint : method.row.fingerprint
  const [tried, declined] = await Promise.all([
    db
      .selectFrom('payments')
      .select([
        sql<number>`count(*)`.as('attempts'),
        sql<number>`count(distinct fingerprint) filter (where fingerprint <> ${fingerprint})`.as('otherCards'),
      ])
      .where('organizationId', '=', organizationId)
      .where('sessionId', '=', sessionId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('declineCounts')
      .select('declines')
      .where('organizationId', '=', organizationId)
      .where('address', '=', hashAddress(billing, call.address))
      .where('hour', '=', hourOf(call.wall))
      .executeTakeFirst(),
  ])
  const exceeded =
    tried.attempts >= attemptsPerSession
      ? `${attemptsPerSession} attempts per client session`
      : tried.otherCards >= cardsPerSession
        ? `${cardsPerSession} different cards per client session`
        : (declined?.declines ?? 0) >= declinesPerAddressAndHour
          ? `${declinesPerAddressAndHour} declines per address and hour`
          : undefined
  if (exceeded === undefined) return
  throw new Problem('too_many_attempts', `The limit of ${exceeded} is reached.`, { retryAfterSeconds: 3600 })
}
