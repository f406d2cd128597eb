import { noAnswerTimeoutMark, oneRow } from '@billing-checkout/database'
import type { Timestamp } from '@billing-checkout/domain'
import { sql } from 'kysely'
import type { Database } from '../store/database.ts'
import { findTables } from './rows/tables.ts'

/** Row counts and sums of money of a database, by which a copy is compared with its original. */
export interface DatabaseTotals {
  /** The number of rows of every table. */
  readonly counts: Readonly<Record<string, number>>
  readonly sums: readonly MoneyTotal[]
}

/** The kinds of money that are summed up. */
export const summedKinds = ['payments', 'refunds', 'obligations', 'customer credit'] as const

/** The number and total of payments, refunds, obligations or customers' credit of one currency and status. */
export interface MoneyTotal {
  readonly what: (typeof summedKinds)[number]
  readonly currency: string
  readonly status: string
  readonly count: number
  /** Minor units, as text, because a sum may exceed what a number can hold exactly. */
  readonly amount: string
}

/** Counts and sums the rows of a database. For consistent results, call it in a transaction with one snapshot. */
export const countDatabaseTotals = async (db: Database): Promise<DatabaseTotals> => {
  const counts: Record<string, number> = {}
  for (const { name } of await findTables(db)) {
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.raw(name)}`.execute(db)
    counts[name] = oneRow(rows).count
  }
  const { rows: sums } = await sql<MoneyTotal>`
    select 'payments' as what, currency_code as currency, payment_status as status, count(*) as count,
      sum(coalesce(collected_amount, amount))::text as amount
    from payments group by currency_code, payment_status
    union all
    select 'refunds', payment.currency_code, refund.status, count(*), sum(refund.amount)::text
    from refunds as refund join payments as payment
      on payment.organization_id = refund.organization_id and payment.id = refund.payment_id
    group by payment.currency_code, refund.status
    union all
    select 'obligations', currency_code, kind || ' ' || state, count(*), sum(amount)::text
    from obligations group by currency_code, kind, state
    union all
    select 'customer credit', currency_code, source_kind || ' left', count(*), sum(left_amount)::text
    from customer_credits group by currency_code, source_kind
    order by what, currency, status`.execute(db)
  return { counts, sums }
}

/** Returns the number of rows of all tables. */
export const totalRowsOf = ({ counts }: Pick<DatabaseTotals, 'counts'>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

/** Removes a transaction's time limits, because counting a large table takes minutes. */
export const removeTimeLimits = async (transaction: Database): Promise<void> => {
  await sql`select ${sql.raw(noAnswerTimeoutMark)} set_config('statement_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', '0', true)`.execute(transaction)
}

/** Describes each difference between an original and its copy in a sentence; empty if there is none. */
export const describeTotalsDifferences = (original: DatabaseTotals, copy: DatabaseTotals): readonly string[] => [
  ...Object.keys({ ...original.counts, ...copy.counts })
    .filter((table) => (original.counts[table] ?? 0) !== (copy.counts[table] ?? 0))
    .map((table) => `${table} has ${copy.counts[table] ?? 0} rows instead of ${original.counts[table] ?? 0}`),
  ...[...new Set([...original.sums, ...copy.sums].map(kindOf))]
    .map((kind) => ({ kind, was: original.sums.find(isOf(kind)), is: copy.sums.find(isOf(kind)) }))
    .filter(({ was, is }) => was?.count !== is?.count || was?.amount !== is?.amount)
    .map(({ kind, was, is }) => `${kind} come to ${is?.amount ?? 0} instead of ${was?.amount ?? 0}`),
]

const kindOf = ({ what, currency, status }: MoneyTotal): string => `${what} in ${currency}, ${status},`

const isOf =
  (kind: string) =>
  (sum: MoneyTotal): boolean =>
    kindOf(sum) === kind

/**
 * Returns a sentence for each inconsistency in the books, at most ten of each kind. It compares refunded sums with refunds and payments,
 * pending payments with open attempts, claims with their unfinished and paid payments, customers' credit with its uses, and discounts with
 * their redemptions.
 */
export const findFaultsInBooks = async (db: Database): Promise<readonly string[]> => {
  const { rows } = await sql<{ fault: string }>`
    (select 'Payment ' || payment.id || ' says ' || refunded_amount || ' refunded; its refunds come to '
        || coalesce(sum(refund.amount), 0) as fault
      from payments as payment left join refunds as refund
        on refund.organization_id = payment.organization_id and refund.payment_id = payment.id
          and refund.status <> 'failed'
      where payment.refunded_amount > 0 or refund.id is not null
      group by payment.organization_id, payment.id
      having refunded_amount <> coalesce(sum(refund.amount), 0) limit 10)
    union all
    (select 'Payment ' || id || ' has ' || refunded_amount || ' refunded of ' || amount from payments
      where refunded_amount > least(coalesce(collected_amount, amount), amount) limit 10)
    union all
    (select 'Payment ' || payment.id || ' is PENDING, and no call to its processor is open' from payments as payment
      where payment.payment_status = 'PENDING' and not exists (select from attempts as attempt
        where attempt.organization_id = payment.organization_id and attempt.payment_id = payment.id
          and attempt.state = 'open') limit 10)
    union all
    (select 'Claim ' || claim_id || ' is unfinished or paid ' || count(*) || ' times' from payments
      where payment_status in ('PENDING', 'AUTHORIZED', 'SETTLING', 'SETTLED')
      group by organization_id, claim_id having count(*) > 1 limit 10)
    union all
    (select 'Credit ' || credit.id || ' has ' || credit.left_amount || ' left of ' || credit.amount || '; taken back are '
        || credit.taken_back_amount || ', spent ' || coalesce(sum(used.amount), 0) from customer_credits as credit left join customer_credit_uses as used
        on used.organization_id = credit.organization_id and used.credit_id = credit.id and used.returned_at is null
      group by credit.organization_id, credit.id
      having credit.left_amount + credit.taken_back_amount + coalesce(sum(used.amount), 0) <> credit.amount limit 10)
    union all
    (select 'Payment ' || payment.id || ' is ' || payment_status || ' with ' || credit_amount || ' of credit; taken are '
        || coalesce(sum(used.worth_amount), 0) from payments as payment left join customer_credit_uses as used
        on used.organization_id = payment.organization_id and used.spender = payment.id and used.returned_at is null
      where payment.credit_amount > 0
      group by payment.organization_id, payment.id
      having coalesce(sum(used.worth_amount), 0) <> case
        when purpose = 'renew' then 0
        when payment_status in ('DECLINED', 'BLOCKED', 'CANCELLED') or status_reason->>'status' = 'unwanted'
          or payment_status = 'FAILED' and subscription_id is null then 0
        when payment_status = 'FAILED' and coalesce(sum(used.worth_amount), 0) = 0 then 0
        else credit_amount end limit 10)
    union all
    (select 'Discount ' || discount.id || ' is redeemed ' || redeemed || ' times; payments hold ' || count(*)
      from discounts as discount join payments as payment
        on payment.organization_id = discount.organization_id and payment.discount_id = discount.id
      group by discount.organization_id, discount.id having count(*) > redeemed limit 10)`.execute(db)
  return rows.map(({ fault }) => fault)
}

/** The present time by the database's clock, not the time at which the transaction began. */
export const readMoment = async (transaction: Database): Promise<Timestamp> => {
  const { rows } = await sql<{ at: Timestamp }>`select clock_timestamp() as at`.execute(transaction)
  return oneRow(rows).at
}
