import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { findTransactionOwner, isBookedWithCharge } from '#server/billing/reconcile/unmatched-transactions.ts'
import { inOrganization } from '#server/store/in-organization.ts'
import { readOverview } from '#server/store/health/read-overview.ts'
import { updateOrganization } from '#server/organization/organizations.ts'
import { fillLists } from '../../bench/fill/fill-lists.ts'
import { openTestDatabase } from '../../support/databases/databases.ts'
import { countSequentialScans } from './sequential-scans.ts'
import { aShopper, createPlan } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'

// PostgreSQL counts its sequential scans. A list that causes a sequential scan reads every merchant's rows.

const service = useService(() => openTestDatabase('postgresql'))
beforeAll(() => fillOrganizations())

test.each([
  ['/customers', 'customers'],
  ['/customers?sort=updated_at', 'customers'],
  ['/customers?sort=email&order=asc', 'customers'],
  ['/customers?sort=full_name', 'customers'],
  ['/customers?sort=external_id', 'customers'],
  ['/customers?search=user-17', 'customers'],
  ['/customers?page=30', 'customers'],
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
  ['/payments?statement_descriptor=LANTERN BOOKS', 'payments'],
  ['/payments?amount_from=100&amount_to=200', 'payments'],
  ['/payments?from=2026-01-01&to=2026-02-01', 'payments'],
  ['/payments?amount_from=100', 'payments'],
  ['/payments?payment_status_in=DECLINED,FAILED', 'payments'],
  ['/payments?payment_status_not_in=SETTLED', 'payments'],
  ['/payments?page=30', 'payments'],
  ['/payments?sort=amount&page=30', 'payments'],
  ['/payments?search=mina', 'payments'],
  ['/payments?search=mina', 'payment_texts'],
  ['/payments?search=user-17', 'payment_texts'],
  ['/payments?search=user-17&payment_status=SETTLED', 'payments'],
  ['/payments?payment_status_set=user-17', 'payment_texts'],
  ['/subscriptions', 'subscriptions'],
  ['/subscriptions?status=active', 'subscriptions'],
  ['/subscriptions?status_in=active,past_due', 'subscriptions'],
  ['/subscriptions?sort=next_billing_date', 'subscriptions'],
  ['/subscriptions?sort=updated_at', 'subscriptions'],
  ['/subscriptions?sort=status', 'subscriptions'],
  ['/subscriptions?customer_id=cus_00000000-0000-7000-8000-000000000000', 'subscriptions'],
  ['/subscriptions?plan_id=price_00000000-0000-7000-8000-000000000000', 'subscriptions'],
  ['/subscriptions?discount_id=disc_00000000-0000-7000-8000-000000000000', 'subscriptions'],
  ['/subscriptions?quantity=7', 'subscriptions'],
  ['/subscriptions?scheduled_change=true', 'subscriptions'],
  ['/subscriptions?search=a17b', 'subscriptions'],
  ['/subscriptions?search=user-17', 'subscriptions'],
  ['/subscriptions?search=user-17', 'customers'],
  ['/subscriptions?external_id=user-17', 'subscriptions'],
  ['/customers?external_id=user-17', 'customers'],
  ['/payments?customer_id=cus_00000000-0000-7000-8000-000000000000', 'payments'],
  ['/payments?external_id=user-17', 'payments'],
  ['/payments?subscription_id=sub_00000000-0000-7000-8000-000000000000', 'payments'],
  ['/consents', 'payments'],
  ['/consents', 'free_changes'],
  ...['customer_id=cus', 'payment_id=pay', 'subscription_id=sub'].flatMap((id) =>
    ['payments', 'free_changes'].map(
      (table) => [`/consents?${id}_00000000-0000-7000-8000-000000000000`, table] as const,
    ),
  ),
  ['/client-session', 'client_sessions'],
  ['/client-session?status=expired', 'client_sessions'],
  ['/client-session?status_in=expired,processing', 'client_sessions'],
  ['/client-session?email=mina@example.com', 'client_sessions'],
  ['/subscriptions?page=30', 'subscriptions'],
  ['/events', 'events'],
  ['/events?object=pay_00000000-0000-7000-8000-000000000000', 'events'],
  ['/events?type=payment.created', 'events'],
  ['/events?type_in=payment.created,payment.updated', 'events'],
] as const)('GET %s reads no other merchant’s rows', async (path, table) => {
  const before = await sequentialScans(table)

  expect((await service.send('GET', path)).status).toBe(200)

  expect((await sequentialScans(table)) - before).toBe(0)
})

test('the overview reads no other merchant’s subscriptions', async () => {
  const before = await sequentialScans('subscriptions')

  await readOverview(inOrganization(service.database.db, service.organizationId))

  expect(await sequentialScans('subscriptions')).toBe(before)
})

test.each([
  ['due subscriptions', `select id from subscriptions where due_at <= (select billing_now()) order by due_at limit 50`],
  [
    'due subscriptions that a worker takes up',
    `update subscriptions set lease_until = now() where (organization_id, id) in (
       select organization_id, id from subscriptions where due_at <= (select billing_now()) and (lease_until is null or lease_until < now())
       order by due_at limit 50 for update skip locked)`,
  ],
  [
    'subscriptions to notify',
    `select id from subscriptions where notice_due_at <= (select billing_now()) and not exists (select from deferred_work as held
       where held.organization_id = subscriptions.organization_id and held.kind = 'notice' and held.id = subscriptions.id)
       order by notice_due_at limit 50`,
  ],
  ['subscriptions that are deferred', `select count(*) from subscriptions where tries > 0`],
  ['the next due moment', `select min(due_at) from subscriptions where due_at is not null`],
])('%s are found by an index, however many other rows there are', async (_, query) => {
  const plan = await explain(query)

  expect(plan).toMatch(/Index (Only )?Scan/)
  expect(plan).not.toContain('Seq Scan on subscriptions')
  // The plan must read only the rows that it returns, and filter none out.
  expect(plan).not.toContain('Rows Removed by Filter')
})

test('the events of one object are found by its id, and no other events are read', async () => {
  const plan = await explain(
    `select id from events where organization_id = '${service.organizationId}' and sequence + 0 > 0
       and object->>'id' = 'pay_00000000-0000-7000-8000-000000000000' order by sequence + 0 limit 101`,
  )

  expect(plan).toContain('by_object')
  expect(plan).not.toContain('by_sequence')
})

test('a notification finds the stored methods that it names by an index', async () => {
  const query = `update payment_methods set due_at = (select billing_now())
    where connection = 'con_stripe' and processor_token in ('cus_1/pm_1', 'cus_1/pm_2') and detached_at is null`

  expect(await explain(query)).toContain('payment_methods_by_token')
})

test('a total that was expensive to count is not counted again for the same snapshot', async () => {
  await service.database.db.deleteFrom('listTotals').execute()
  const first = await service.send('GET', '/payments?limit=5')
  const { snapshot_at: snapshot, total } = first.body.meta
  await service.database.db
    .updateTable('listTotals')
    .set({ total: 424_242 })
    .where('snapshotAt', '=', snapshot)
    .execute()

  const second = await service.send('GET', `/payments?limit=5&page=2&snapshot_at=${snapshot}`)

  expect(total).toBe(ownRows)
  expect(second.body.meta.total).toBe(424_242)
  await service.database.db.deleteFrom('listTotals').execute()
})

test('a later snapshot counts only new rows, and a filter that rows can leave is counted again', async () => {
  const totals = async () => {
    const asked = ['', 'payment_status=SETTLING'].map((query) => service.send('GET', `/payments?limit=1&${query}`))
    return (await Promise.all(asked)).map(({ body }) => body.meta.total as number)
  }
  const [all, settling] = await totals()
  const { body } = await service.send('GET', '/payments?limit=1&payment_status=SETTLING')
  const { id } = body.data[0]
  await service.database.db.updateTable('payments').set({ paymentStatus: 'SETTLED' }).where('id', '=', id).execute()

  expect(await totals()).toEqual([all, settling! - 1])
})

test('the total of a future snapshot is never stored', async () => {
  const ask = () => service.send('GET', '/payments?snapshot_at=2090-01-01T00:00:00Z&from=2000-01-01')

  expect((await ask()).body.meta.total).toBe(ownRows)

  const rows = await service.database.db
    .selectFrom('listTotals')
    .where('snapshotAt', '>', '2080-01-01T00:00:00.000Z')
    .selectAll()
    .execute()
  expect(rows).toEqual([])
})

test('a checkout’s payment that is counted by card, customer and address reads no other merchant’s rows', async () => {
  const velocity = (per: string) => ({ per, count: 'declines', at_most: 1, within_seconds: 86_400 })
  const rules = ['card', 'customer', 'address'].map((per) => ({ name: per, when: { velocity: velocity(per) } }))
  await updateOrganization(
    service.database.db,
    service.organizationId,
    { settings: { rules } },
    new Date().toISOString(),
  )
  const plan = await createPlan(service)
  const shopper = await aShopper(service, { customer: { email: 'mina@example.com' }, plan: { id: plan.id } })
  const seen = await shopper.look()
  const before = await sequentialScans('payments')

  const { body } = await shopper.payAsSeen(seen)

  expect(body.payment_status).toBe('SETTLING')
  expect((await sequentialScans('payments')) - before).toBe(0)
})

test('a transaction in the processor’s list is found by its id over its own connection, and no other row is read', async () => {
  const { db } = service.database
  const charged = sql<string>`payment_details->>'processor_transaction_id'`
  const own = await db
    .selectFrom('payments')
    .select(['id', 'amount', 'currencyCode', charged.as('of')])
    .where('organizationId', '=', service.organizationId)
    .where('paymentStatus', '=', 'SETTLED')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  // Both organizations have transactions with the same ids, but over connections of their own. Our connection is not named like its
  // processor.
  await sql`insert into attempts (organization_id, id, payment_id, kind, state, processor, connection, processor_key,
      reference_preimage, calls_at_once, carries_card_data, request, outcome, lease_until, created_at, finished_at)
    select organization_id, 'att_' || id, id, 'authorize', 'done', 'sandbox',
      case organization_id when 'org_neighbour' then 'sandbox' else 'acquirer' end, id, id, true, false, '{}',
      jsonb_build_object('kind', 'approved', 'facts', jsonb_build_object('transactionId', ${charged})), now(), now(), now()
    from payments where payment_details is not null and not exists (select from attempts where payment_id = payments.id)`.execute(
    db,
  )
  await sql`analyze attempts`.execute(db)
  const capture = {
    kind: 'capture',
    reference: 'listed',
    transactionId: 'made_of_it',
    of: own.of,
    amount: own.amount,
    currency: own.currencyCode,
    at: '2026-11-21T12:00:00.000Z',
  } as const
  const before = [await sequentialScans('attempts'), await sequentialScans('payments')]

  const owner = await findTransactionOwner(db, 'acquirer', capture)
  const neighbour = await findTransactionOwner(db, 'sandbox', capture)
  const booked = [
    await isBookedWithCharge(db, 'acquirer', capture),
    await isBookedWithCharge(db, 'acquirer', { ...capture, amount: own.amount + 1 }),
    await isBookedWithCharge(db, 'elsewhere', capture),
  ]
  const after = [await sequentialScans('attempts'), await sequentialScans('payments')]

  expect(owner).toEqual({ organizationId: service.organizationId, subject: own.id })
  expect(neighbour.organizationId).toBe('org_neighbour')
  expect(booked).toEqual([true, false, false])
  expect(after).toEqual(before)
})

test('a query that reads all rows fails this check', async () => {
  const before = await sequentialScans('payments')

  await sql`select sum(refunded_amount) from payments`.execute(service.database.db)

  expect((await sequentialScans('payments')) - before).toBeGreaterThan(0)
})

const explain = async (query: string): Promise<string> => {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (analyze) ${sql.raw(query)}`.execute(
    service.database.db.withoutPlugins(),
  )
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

const sequentialScans = (table: string) => countSequentialScans(service.database, table)

const ownRows = 4000

/** Gives another organization far more rows than ours, so that reading all rows is expensive. Existing rows stay. */
const fillOrganizations = async (): Promise<void> => {
  await fillLists(service.database.url!, [
    ['org_neighbour', 20_000],
    [service.organizationId, ownRows],
  ])
  await sql`insert into events (organization_id, id, type, object, who, what, created_at)
    select organization_id, 'evt_' || id, 'customer.created', '{}', 'system', 'test', now() from customers
    where organization_id = 'org_neighbour'`.execute(service.database.db)
  await sql`insert into plans (organization_id, id, name, type, interval_unit, interval_count, price, created_at, updated_at)
    select 'org_neighbour', 'price_' || i, 'Plan ' || i, 'recurring', 'months', 1, '{}', now(), now()
    from generate_series(1, 10000) i`.execute(service.database.db)
  await sql`insert into client_sessions (organization_id, id, members, expires_at, created_at, updated_at)
    select organization_id, gen_random_uuid(), jsonb_build_object('customer', jsonb_build_object('email', email)), created_at, created_at, created_at
    from customers`.execute(service.database.db)
  await sql`insert into free_changes (organization_id, session_id, subscription_id, purpose, plan_id, consent, quote, created_at)
    select organization_id, gen_random_uuid(), id, 'resume', plan_id, '{}', '{}', created_at
    from subscriptions where organization_id = 'org_neighbour'`.execute(service.database.db)
  await sql`analyze events, plans, client_sessions, free_changes`.execute(service.database.db)
}
