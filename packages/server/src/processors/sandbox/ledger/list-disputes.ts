import type { CurrencyCode, DisputeReason, DisputeStatus } from '@billing-checkout/contract'
import { addInterval, type Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { Database } from '../../../store/database.ts'
import type { ProcessorDispute } from '../../processor.ts'
import type { TestCardTraits } from './ledger.ts'

/**
 * The disputes of disputed test cards, in their state at a moment of the billing clock. Disputes of charges older than 60 days are left
 * out.
 */
export const listDisputes = (database: Database, at: Timestamp): Promise<readonly ProcessorDispute[]> =>
  findDisputes(database, at, sql`created_at > ${addInterval(at, 'days', -daysListed)}`)

/** Finds the disputes with these ids. */
export const findDisputesById = async (
  database: Database,
  disputeIds: readonly string[],
  at: Timestamp,
): Promise<readonly ProcessorDispute[]> => {
  const charges = disputeIds.filter((id) => id.startsWith(prefix)).map((id) => id.slice(prefix.length))
  return charges.length === 0 ? [] : findDisputes(database, at, sql`id = any(${charges}::text[])`)
}

/**
 * The status of a charge's dispute at a moment. The dispute is opened a day after the charge and decided two weeks later. Undefined before
 * it is opened, and for a card without disputes.
 */
export const disputeStatusOf = (
  { disputed }: TestCardTraits,
  chargedAt: Timestamp,
  at: Timestamp,
): DisputeStatus | undefined => {
  if (disputed === undefined || at < openedAt(chargedAt)) return undefined
  const isDecided = at >= addInterval(openedAt(chargedAt), 'days', daysOpen)
  if (disputed === 'inquiry') return isDecided ? 'inquiry_closed' : 'inquiry'
  return isDecided ? disputed : 'needs_response'
}

const prefix = 'dispute of '
const daysOpen = 14
const daysListed = 60

const openedAt = (chargedAt: Timestamp): Timestamp => addInterval(chargedAt, 'days', 1)

interface DisputedRow {
  readonly id: string
  readonly currencyCode: CurrencyCode
  readonly traits: TestCardTraits
  readonly createdAt: Timestamp
  /** The unrefunded amount of the charge when it was disputed. */
  readonly left: number
}

const findDisputes = async (
  database: Database,
  at: Timestamp,
  which: ReturnType<typeof sql>,
): Promise<readonly ProcessorDispute[]> => {
  const { rows } = await sql<DisputedRow>`
    select id, currency_code, traits, created_at, amount - coalesce((select sum(amount) from sandbox_processor.transactions as refund
        where refund.refund_of = charge.id and refund.outcome->>'kind' = 'approved'
          and refund.created_at < charge.created_at + interval '1 day'), 0)::bigint as left
    from sandbox_processor.transactions as charge
    where traits ? 'disputed' and kind = 'authorize' and outcome->>'kind' = 'approved'
      and created_at <= ${addInterval(at, 'days', -1)} and ${which}
    order by created_at, id`.execute(database)
  return rows.flatMap((row) => disputeOf(row, at))
}

const disputeOf = ({ id, currencyCode, traits, createdAt, left }: DisputedRow, at: Timestamp): ProcessorDispute[] => {
  const status = disputeStatusOf(traits, createdAt, at)
  if (status === undefined || left <= 0) return []
  return [
    {
      disputeId: `${prefix}${id}`,
      transactionId: id,
      amount: left,
      currency: currencyCode,
      reason: reasons[traits.disputed ?? 'inquiry'],
      status,
      evidenceDueAt: addInterval(openedAt(createdAt), 'days', 7),
    },
  ]
}

const reasons = {
  lost: 'fraudulent',
  won: 'product_not_received',
  inquiry: 'unrecognized',
} as const satisfies Record<NonNullable<TestCardTraits['disputed']>, DisputeReason>
