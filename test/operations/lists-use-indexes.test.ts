import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateOrganization } from '../../packages/server/src/organization/organizations.ts'
import { openTestDatabase, type TestDatabase } from '../support/databases.ts'
import { type RunningService, startService } from '../support/running-service.ts'
import { aShopper, createPlan } from '../support/shopper.ts'

// PostgreSQL counts its sequential scans; a list that makes it count one would read every merchant's rows.

let database: TestDatabase
let service: RunningService

beforeAll(async () => {
  database = await openTestDatabase('postgresql')
  service = await startService(database)
  await fillOtherOrganizations()
  return () => service.close()
}, 120_000)

afterAll(() => database.close())

test.each([
  ['/customers', 'customers'],
  ['/customers?sort=updated_at', 'customers'],
  ['/customers?sort=email&order=asc', 'customers'],
  ['/customers?sort=full_name', 'customers'],
  ['/customers?sort=external_id', 'customers'],
  ['/plans', 'plans'],
  ['/plans?sort=name', 'plans'],
  ['/plans?sort=updated_at&include=archived', 'plans'],
  ['/payments', 'payments'],
  ['/payments?sort=updated_at', 'payments'],
  ['/payments?sort=amount', 'payments'],
  ['/payments?sort=amount_usd', 'payments'],
  ['/payments?sort=payment_status', 'payments'],
  ['/payments?sort=currency_code', 'payments'],
  ['/payments?payment_status=DECLINED', 'payments'],
  ['/payments?currency_code=EUR', 'payments'],
  ['/payments?statement_descriptor=LANTERN', 'payments'],
  ['/payments?amount_from=100&amount_to=200', 'payments'],
  ['/payments?from=2026-01-01&to=2026-02-01', 'payments'],
  ['/payments?search=mina', 'payments'],
  ['/subscriptions', 'subscriptions'],
  ['/subscriptions?status=active', 'subscriptions'],
  ['/subscriptions?sort=next_billing_date', 'subscriptions'],
  ['/events', 'events'],
  ['/events?type=payment.created', 'events'],
] as const)('GET %s reads no other merchant’s rows', async (path, table) => {
  const before = await sequentialScans(table)

  expect((await service.send('GET', path)).status).toBe(200)

  expect((await sequentialScans(table)) - before).toBe(0)
})

test('a checkout’s payment that is counted by card, customer and address reads no other merchant’s rows', async () => {
  const velocity = (per: string) => ({ per, count: 'declines', at_most: 1, within_seconds: 86_400 })
  const rules = ['card', 'customer', 'address'].map((per) => ({ name: per, when: { velocity: velocity(per) } }))
  await updateOrganization(database.db, service.organizationId, { settings: { rules } }, new Date().toISOString())
  const plan = await createPlan(service)
  const shopper = await aShopper(service, { customer: { email: 'mina@example.com' }, plan: { id: plan.id } })
  const seen = await shopper.look()
  const before = await sequentialScans('payments')

  const { body } = await shopper.payAsSeen(seen)

  expect(body.payment_status).toBe('SETTLING')
  expect((await sequentialScans('payments')) - before).toBe(0)
})

test('a query that does read them all is noticed', async () => {
  const before = await sequentialScans('payments')

  await sql`select sum(amount) from payments`.execute(database.db)

  expect((await sequentialScans('payments')) - before).toBeGreaterThan(0)
})

/** How often a table has been read from end to end, by every connection, counted up to now. */
const sequentialScans = async (table: string): Promise<number> => {
  await new Promise((resolve) => setTimeout(resolve, 20))
  await Promise.all(
    Array.from({ length: 10 }, () => sql`select pg_stat_force_next_flush(), pg_sleep(0.005)`.execute(database.db)),
  )
  const { rows } = await sql<{ scans: number }>`
    select seq_scan as scans from pg_stat_user_tables where schemaname = 'public' and relname = ${table}`.execute(
    database.db,
  )
  return rows[0]!.scans
}

/** Sixty organizations with three hundred rows in each listed table. */
const fillOtherOrganizations = async (): Promise<void> => {
  const statements = [
    `insert into organizations select 'other_' || o, 'Other', '{}', now(), now() from generate_series(1, 60) o`,
    `insert into customers (organization_id, id, external_id, full_name, email, created_at, updated_at)
       select 'other_' || o, 'cus_' || i, 'external ' || i, 'Name ' || i, i || '@example.com', now(), now()
       from generate_series(1, 60) o, generate_series(1, 300) i`,
    `insert into plans (organization_id, id, name, type, interval_unit, interval_count, price, created_at, updated_at)
       select 'other_' || o, 'price_' || i, 'Plan ' || i, 'recurring', 'months', 1, '{}', now(), now()
       from generate_series(1, 60) o, generate_series(1, 300) i`,
    `insert into subscriptions (organization_id, id, customer_id, plan_id, status, price_amount, price_currency, anchor,
         current_period_start, current_period_end, next_billing_date, attempts_max, created_at, updated_at)
       select organization_id, 'sub_' || id, id, replace(id, 'cus', 'price'), 'active', 999, 'EUR', now(), now(),
         now() + interval '1 month', now() + interval '1 month', 7, now(), now() from customers`,
    `insert into claims (organization_id, id, kind, customer_id, plan_id, amount, currency_code, quote, created_at)
       select organization_id, 'claim_' || id, 'merchant', id, replace(id, 'cus', 'price'), 999, 'EUR', '{}', now()
       from customers`,
    `insert into payments (organization_id, id, claim_id, customer_id, plan_id, purpose, amount, amount_usd, currency_code,
         payment_status, payment_type, statement_descriptor, search_text, created_at, updated_at)
       select organization_id, 'pay_' || id, 'claim_' || id, id, replace(id, 'cus', 'price'), 'pay', 999, 1100, 'EUR',
         'SETTLED', 'CIT', 'SHOP', lower(email), now(), now() from customers`,
    `insert into events (organization_id, id, type, object, created_at)
       select organization_id, 'evt_' || id, 'customer.created', '{}', now() from customers`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(database.db)
  await sql.raw('analyze').execute(database.db)
}
