import { addInterval } from '@billing-checkout/domain'
import { sql } from 'kysely'
import { readBillingClock } from '../../../store/writes/billing-clock.ts'
import type { Billing } from '../../billing.ts'
import type { FoundDifference } from './compare-movement.ts'

interface Unlisted {
  readonly organizationId: string
  readonly paymentId: string
  readonly kind: 'authorize' | 'capture' | 'refund'
  /** The reference by which the processor knows the charge or refund. */
  readonly reference: string
  readonly transactionId: string
  readonly amount: number
  readonly currency: string
  readonly at: string
}

/**
 * Finds the charges and refunds of a day in the books that the processor does not know. The processor is queried about those that it has
 * not listed on any compared day, so that a transaction which it lists a day later is no difference. Throws if the processor knows none of
 * the first `askedFirst`, because the connection may then belong to another account.
 */
export const findMissingAtProcessor = async (
  billing: Billing,
  connection: string,
  day: string,
  askedFirst = 200,
): Promise<readonly FoundDifference[]> => {
  const found: FoundDifference[] = []
  for (const [place, each] of (await findUnlisted(billing, connection, day)).entries()) {
    if (!(await isKnownToProcessor(billing, connection, each))) found.push(asDifference(each))
    if (place + 1 === askedFirst && found.length === askedFirst)
      throw new Error(`The processor knows none of ${askedFirst} movements of ${day}: is it the right account?`)
  }
  return found
}

/**
 * The calls of a day that the processor has not listed. A call belongs to the day of its first try; the processor may list it slightly
 * later, so an unlisted call alone proves nothing.
 */
const findUnlisted = async ({ database }: Billing, connection: string, day: string): Promise<readonly Unlisted[]> => {
  const from = `${day}T00:00:00.000Z`
  const { rows } = await sql<Unlisted>`
    select attempt.organization_id, attempt.payment_id, attempt.kind, attempt.processor_key as reference,
      case attempt.kind when 'capture' then attempt.request->'call'->'request'->>'transactionId'
        else attempt.outcome->'facts'->>'transactionId' end as transaction_id,
      case attempt.kind when 'refund' then (attempt.request->'call'->'request'->>'amount')::bigint
        else coalesce(payment.collected_amount, payment.amount) end as amount,
      payment.currency_code as currency, attempt.request->>'openedAt' as at
    from attempts as attempt join payments as payment
      on payment.organization_id = attempt.organization_id and payment.id = attempt.payment_id
    where attempt.request->>'openedAt' >= ${from} and attempt.request->>'openedAt' < ${addInterval(from, 'days', 1)}
      and attempt.connection = ${connection} and attempt.state = 'done' and payment.amount > 0
      and (attempt.kind in ('capture', 'refund') or attempt.kind = 'authorize' and (attempt.outcome->>'captured')::boolean)
      and attempt.outcome->>'kind' = 'approved'
      and not exists (select from booked_movements as movement
        where movement.organization_id = attempt.organization_id and movement.payment_id = attempt.payment_id
          and movement.transaction_id = case attempt.kind
            when 'capture' then attempt.request->'call'->'request'->>'transactionId'
            else attempt.outcome->'facts'->>'transactionId' end)
    order by at, reference`.execute(database)
  return rows
}

const isKnownToProcessor = async (
  { processors, database }: Billing,
  connection: string,
  { kind, reference, transactionId, at }: Unlisted,
): Promise<boolean> => {
  const processor = processors.of(connection)
  if (kind === 'refund') {
    const [answer] = await processor.refunds([transactionId], await readBillingClock(database))
    // A failed refund is not missing, because the processor knows it. The regular query about accepted refunds records the failure.
    return answer?.state !== 'rejected'
  }
  const seen = await processor.lookUp(reference, { kind, transactionId, openedAt: at })
  return seen?.kind === 'approved' && seen.released !== true
}

const asDifference = ({ kind, amount, ...unlisted }: Unlisted): FoundDifference => {
  const movement = kind === 'refund' ? 'refund' : 'charge'
  return {
    ...unlisted,
    key: unlisted.reference,
    kind: 'missing_there',
    movement,
    differenceMinor: kind === 'refund' ? amount : -amount,
    message: `A ${movement} that is booked here and unknown to the processor.`,
  }
}
