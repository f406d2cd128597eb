import { type RawBuilder, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { makeNewsDue } from '#server/billing/disputes/import-processor-news.ts'
import { kindsOfWork } from '#server/billing/due-work/kinds.ts'
import { examineDueWork } from '#server/cli/doctor/examine-due-work.ts'
import type { Database } from '#server/store/database.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'
import { aMonthlyPlan } from '../../support/stories/shopper.ts'
import { aSubscriber } from '../../support/stories/subscriber.ts'

type Statement = RawBuilder<unknown>

const minutesAgo = (minutes: number) => sql`clock_timestamp() - ${minutes}::int * interval '1 minute'`
const tenMinutesAgo = minutesAgo(10)

/** The rows that the cases below change: a subscription, its payment, its customer and its organization. */
interface Rows {
  readonly subscriptionId: string
  readonly paymentId: string
  readonly customerId: string
  readonly organizationId: string
}

/** SQL that makes a subscription's period end in this many days and minutes, and its next billing date be in this many days. */
const endPeriodIn = (
  days: number,
  minutes: number,
) => sql`current_period_start = clock_timestamp() - interval '20 days',
  current_period_end = clock_timestamp() + ${days}::int * interval '1 day' + ${minutes}::int * interval '1 minute',
  next_billing_date = clock_timestamp() + ${days}::int * interval '1 day'`

/** For each kind of work, the statements that make one row due ten minutes ago (a booked day: twenty). */
const overdueRows: Readonly<Record<string, (rows: Rows) => readonly Statement[]>> = {
  attempt: () => [
    sql`insert into attempts select (jsonb_populate_record(done, jsonb_build_object('id', 'att_left', 'state', 'open', 'outcome', null, 'action', null, 'action_id', null,
      'finished_at', null, 'lease_until', ${tenMinutesAgo}, 'processor_key', 'left', 'reference_preimage', 'left'))).*
      from attempts as done limit 1`,
  ],
  settlement: ({ paymentId }) => [sql`update payments set due_at = ${tenMinutesAgo} where id = ${paymentId}`],
  refund: ({ organizationId, paymentId }) => [
    sql`insert into accepted_refunds (organization_id, id, payment_id, connection, transaction_id, state, due_at, state_since,
      created_at, updated_at) values (${organizationId}, 'att_refund', ${paymentId}, 'sandbox', 'txn_1', 'pending', ${tenMinutesAgo},
      now(), now(), now())`,
  ],
  news: () => [
    sql`insert into news_of_connections (connection, asked_at) values ('sandbox', ${minutesAgo(15)})
      on conflict (connection) do update set asked_at = excluded.asked_at, quiet = false`,
  ],
  dispute: ({ organizationId, paymentId }) => [
    sql`insert into disputes (organization_id, id, payment_id, connection, processor_id, amount, currency_code, reason, status, due_at,
      created_at, updated_at) values (${organizationId}, 'dp_1', ${paymentId}, 'sandbox', 'dp', 0, 'EUR', 'fraudulent', 'under_review',
      ${tenMinutesAgo}, now(), now())`,
  ],
  stored_method: () => [sql`update payment_methods set due_at = ${tenMinutesAgo}`],
  obligation: ({ organizationId, paymentId }) => [
    sql`insert into obligations (organization_id, id, payment_id, kind, amount, currency_code, transaction_id, is_counted, reason, due_at,
      created_at, updated_at) values (${organizationId}, 'obl_1', ${paymentId}, 'refund', 1, 'EUR', 'txn_1', true, 'requested',
      ${tenMinutesAgo}, now(), now())`,
  ],
  notice: () => [sql`update subscriptions set ${endPeriodIn(7, -10)}`],
  processor_erasure: ({ organizationId, customerId }) => [
    sql`insert into processor_erasures (organization_id, id, connection, customer_id, created_at)
      values (${organizationId}, 'pe_1', 'sandbox', ${customerId}, ${tenMinutesAgo})`,
  ],
  expiring_card: () => [sql`update subscriptions set ${endPeriodIn(14, -10)}, card_expires_at = clock_timestamp()`],
  announcement: () => [
    sql`update organizations set settings = settings || '{"emails": "events"}'`,
    sql`update subscriptions set current_period_start = ${tenMinutesAgo}`,
  ],
  declaration: ({ organizationId }) => [
    sql`insert into declarations (organization_id, id, kind, for_cause, is_acknowledged, due_at, received_at, created_at)
      values (${organizationId}, 'dec_1', 'cancel', false, false, ${tenMinutesAgo}, now(), now())`,
  ],
  payment_link: ({ organizationId }) => [
    sql`insert into payment_links (organization_id, id, plan_id, pause_due_at, created_at, updated_at)
      select ${organizationId}, 'pl_1', id, ${tenMinutesAgo}, now(), now() from plans`,
  ],
  email: ({ organizationId, customerId }) => [
    sql`insert into emails (organization_id, id, kind, customer_id, facts, due_at, created_at)
      values (${organizationId}, 'em_1', 'receipt', ${customerId}, '{}', ${tenMinutesAgo}, now())`,
  ],
  erasure: ({ organizationId, customerId }) => [
    sql`insert into erasures (organization_id, customer_id, due_at) values (${organizationId}, ${customerId}, ${tenMinutesAgo})`,
  ],
  paused_connection: ({ organizationId }) => [
    sql`insert into connections (organization_id, id, adapter, label, sealed_credentials, settings, state, reason, paused_at, due_at,
      created_at, updated_at) values (${organizationId}, 'con_paused', 'stripe', '', '\\x00',
      '{"account_id": "acct_one", "livemode": false}', 'paused', 'The key is refused.', now(), ${tenMinutesAgo}, now(), now())`,
  ],
  reconcile_first: () => [
    sql`insert into reconcile_first (connection, since, why, set_by, last_commit_at, due_at)
      values ('sandbox', ${minutesAgo(60)}, 'A test.', 'a test', now(), ${tenMinutesAgo})
      on conflict (connection) do update set since = excluded.since, why = excluded.why, set_by = excluded.set_by,
        last_commit_at = excluded.last_commit_at, due_at = excluded.due_at`,
  ],
  booked_day: () => [
    sql`insert into reconciled_days (connection, complete_until, due_at) values ('sandbox', now()::date - 2, ${minutesAgo(20)})`,
  ],
  webhook_endpoint: ({ organizationId }) => [
    sql`insert into webhook_deliveries (organization_id, id, endpoint_id, event_id, event_type, test_event, status, attempts, tries, due_at,
      created_at) select ${organizationId}, 'wd_1', id, 'evt_1', 'payment.created', '{}', 'pending', '[]', 0, ${tenMinutesAgo}, now()
      from webhook_endpoints`,
  ],
  renewal: () => [
    sql`update subscriptions set noticed_period_end = current_period_end, next_billing_date = ${tenMinutesAgo}`,
  ],
}

/** Kinds of work that no job looks for, each with the kind that reports its rows. */
const reportedAs: Readonly<Record<string, string>> = { shopper_time_out: 'attempt' }

describeEachDatabase('overdue work', (open) => {
  const service = useService(open)
  let rows: Rows
  beforeAll(async () => {
    const { id: subscriptionId, ...subscriber } = await aSubscriber(service, aMonthlyPlan())
    rows = { ...subscriber, subscriptionId, organizationId: service.organizationId }
    const endpoint = { url: 'https://shop.example/hooks', event_types: ['*'] }
    await service.send('POST', '/webhook-endpoints', { body: endpoint })
  })

  class RolledBack extends Error {}
  /** What `doctor` says under `due work` after some statements, which are then rolled back. */
  const doctorAfter = async (statements: readonly Statement[]): Promise<string> => {
    let message = ''
    const transact = async (transaction: Database) => {
      for (const statement of statements) await statement.execute(transaction)
      message = await examineDueWork({ ...service.billing, database: transaction }).catch(
        ({ message: found }: Error) => found,
      )
      throw new RolledBack()
    }
    await service.database.db
      .transaction()
      .execute(transact)
      .catch((error: unknown) => {
        if (!(error instanceof RolledBack)) throw error
      })
    return message
  }

  test('each kind of work has a case in this file', () => {
    const cases = [...Object.keys(overdueRows), ...Object.keys(reportedAs)]

    expect(cases.toSorted()).toEqual(kindsOfWork.map(({ name }) => name).toSorted())
  })

  test('doctor names no kind if nothing is overdue', async () => {
    expect(await doctorAfter([])).toBe('no kind of work has waited for long')
  })

  test.each(Object.entries(overdueRows))(
    'doctor names %s if one of its rows has waited for long, and no other kind',
    async (kind, makeOverdue) => {
      const minutes = kind === 'booked_day' ? 20 : 10

      const message = await doctorAfter(makeOverdue(rows))

      expect(message).toMatch(new RegExp(`^Work is due and not done: ${kind} for ${minutes} minutes\\. `))
    },
  )

  test('an attempt whose shopper did not return is named as an attempt once its lease is over', async () => {
    const waiting = sql`update attempts set action = '{}', action_id = 'act_left' where id = 'att_left'`

    const message = await doctorAfter([...overdueRows.attempt!(rows), waiting])

    expect(message).toContain('attempt for 10 minutes')
  })

  test('work that a server has leased does not count as overdue until five minutes after the lease has ended', async () => {
    const leased = (
      until: Statement,
    ) => sql`insert into deferred_work (organization_id, kind, id, deferred_until, tries, reason, lease_until)
      values (${rows.organizationId}, 'email', 'em_1', ${tenMinutesAgo}, 1, 'A server began the work.', ${until})`
    const email = overdueRows.email!(rows)

    const during = await doctorAfter([...email, leased(sql`lease_now() + interval '1 minute'`)])
    const justAfter = await doctorAfter([...email, leased(minutesAgo(1))])
    const longAfter = await doctorAfter([...email, leased(minutesAgo(6))])

    expect([during, justAfter]).toEqual(Array(2).fill('no kind of work has waited for long'))
    expect(longAfter).toContain('email for 6 minutes')
  })

  test('deferred work counts as overdue only after its deferral', async () => {
    const deferred = (
      until: Statement,
    ) => sql`insert into deferred_work (organization_id, kind, id, deferred_until, tries, reason)
      values (${rows.organizationId}, 'settlement', ${rows.paymentId}, ${until}, 3, 'No answer.')`
    const settlement = overdueRows.settlement!(rows)

    const during = await doctorAfter([...settlement, deferred(sql`billing_now() + interval '1 minute'`)])
    const after = await doctorAfter([...settlement, deferred(minutesAgo(7))])

    expect(during).toBe('no kind of work has waited for long')
    expect(after).toContain('settlement for 7 minutes')
  })

  test('a renewal that workers lease again and again still counts as overdue', async () => {
    const leased = sql`update subscriptions set lease_until = lease_now() + interval '50 seconds'`

    expect(await doctorAfter([...overdueRows.renewal!(rows), leased])).toContain('renewal for 10 minutes')
  })

  test('news of a connection are overdue since the first notification, although others follow', async () => {
    await overdueRows.news!(rows)[0]!.execute(service.database.db)
    await makeNewsDue(service.database.db, 'sandbox')

    expect(await doctorAfter([])).toContain('news for 10 minutes')
    await sql`update news_of_connections set asked_at = now()`.execute(service.database.db)
  })

  test('a day of a connection that this server lacks is left to servers that have the connection', async () => {
    const day = sql`insert into reconciled_days (connection, complete_until, due_at) values ('con_gone', now()::date - 9, ${minutesAgo(999)})`

    expect(await doctorAfter([day])).toBe('no kind of work has waited for long')
  })
})
