import { createHash } from 'node:crypto'
import { transactWithRetries } from '@billing-checkout/database'
import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { ProcessorCall } from '../../processors/call-processor.ts'
import type { ProcessorOutcome } from '../../processors/processor.ts'
import { acrossOrganizations } from '../../store/across-organizations.ts'
import type { Billing } from '../billing.ts'

/** If this many methods of a connection get the same unknown code within an hour, the methods are not to blame. */
const methodsMax = 5

/**
 * The outcome to record after a call. It differs from the given outcome only if the processor declined a charge with a code that its
 * adapter does not know. Such an outcome stays a decline until five methods of the connection have got the code within an hour. From then
 * on it becomes a failure with `refused`, until a week has passed without the code: the charge is deferred with an alarm, the subscription
 * continues, and the subscriber gets no dunning emails. The reason is that one faulty release of a processor must not end many
 * subscriptions. All times are by the database's wall clock.
 */
export const reviewUnknownDeclineCode = async (
  { database, logger }: Pick<Billing, 'database' | 'logger'>,
  connection: string,
  call: ProcessorCall,
  outcome: ProcessorOutcome,
): Promise<ProcessorOutcome> => {
  if (outcome.kind !== 'declined' || outcome.unrecognized === undefined) return outcome
  const { unrecognized: code, message } = outcome
  const isDoubted = await countMethod(database, { connection, code, method: methodOf(call) })
  logger[isDoubted ? 'error' : 'warn'](
    { connection, code, reason: message },
    isDoubted
      ? 'charges are deferred: several methods were refused with an unknown code'
      : 'a charge was refused with an unknown code',
  )
  return isDoubted
    ? { kind: 'failed', refused: true, message: `The processor refuses with ${code}: ${message}` }
    : outcome
}

/** A hash of the token of a call's method, stored instead of the token. If the call has no token, a hash of its reference. */
const methodOf = ({ request }: ProcessorCall): string => {
  const token = 'method' in request && 'token' in request.method ? request.method.token : request.reference
  return createHash('sha256').update(String(token)).digest('base64url')
}

/** A method that a processor declined with a code that its adapter does not know. */
interface UnrecognizedDecline {
  readonly connection: string
  readonly code: string
  /** See {@link methodOf}. */
  readonly method: string
}

/**
 * Counts a decline. Returns true if the code says nothing about the methods: {@link methodsMax} of them got it within an hour, now or in
 * the last week. The lock makes two servers that count at the same time see each other's methods.
 */
const countMethod = (
  database: Billing['database'],
  { connection, code, method }: UnrecognizedDecline,
): Promise<boolean> =>
  transactWithRetries(acrossOrganizations(database, 'processor report'), async (db) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${connection} ${code}`}, 92))`.execute(db)
    await db
      .insertInto('unrecognizedDeclines')
      .values({ connection, code, method, seenAt: sql<Timestamp>`clock_timestamp()`, doubtedUntil: null })
      .onConflict((conflict) =>
        conflict.columns(['connection', 'code', 'method']).doUpdateSet({ seenAt: sql<Timestamp>`clock_timestamp()` }),
      )
      .execute()
    const { recent, doubted } = await db
      .selectFrom('unrecognizedDeclines')
      .select([
        sql<number>`count(*) filter (where seen_at > clock_timestamp() - interval '1 hour')`.as('recent'),
        sql<number>`count(*) filter (where doubted_until > clock_timestamp())`.as('doubted'),
      ])
      .where('connection', '=', connection)
      .where('code', '=', code)
      .executeTakeFirstOrThrow()
    if (Number(recent) < methodsMax && Number(doubted) === 0) return false
    await db
      .updateTable('unrecognizedDeclines')
      .set({ doubtedUntil: sql<Timestamp>`clock_timestamp() + interval '7 days'` })
      .where('connection', '=', connection)
      .where('code', '=', code)
      .execute()
    return true
  })
