import { type Kysely, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { openPostgresql } from '#database/postgresql/open.ts'
import type { Schema } from '#server/store/schema/schema.ts'
import { openTestDatabase } from '../../support/databases/databases.ts'
import type { Answer } from '../../support/services/running-service.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'

// Reads a page view while another request changes its data. A second connection locks a table, at which the page view waits, and then
// commits changes to other tables. The page view waits before it reads any row, so it sees all changes.

const service = useService(() => openTestDatabase('postgresql'))
let other: Kysely<Schema>

beforeAll(async () => {
  const opened = await openPostgresql<Schema>(service.database.url!, { mode: 'sandbox' })
  other = opened.db
  return () => opened.close()
})

/** The answer to a request that waited for a locked table while `change` ran. */
const whileChanged = async (
  table: string,
  request: () => Promise<Answer>,
  change: (db: Kysely<Schema>) => Promise<unknown>,
): Promise<Answer> => {
  const answer = await other.transaction().execute(async (db) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(db)
    const asked = request()
    await untilSomebodyWaits()
    await change(db)
    return { asked }
  })
  return answer.asked
}

const untilSomebodyWaits = async (): Promise<void> => {
  for (;;) {
    const { rows } = await sql`select from pg_locks where not granted`.execute(other)
    if (rows.length > 0) return
  }
}

const aBuyerOf = (planId: string, card = {}) =>
  aShopper(service, {
    customer: { email: `${crypto.randomUUID()}@example.com`, country: 'JP' },
    plan: { id: planId },
  }).then(async (shopper) => ({ shopper, payment: (await shopper.pay(card)).body }))

test('a page view that meets a plan change shows the new plan in all its parts', async () => {
  const [plan, dearer] = [await createPlan(service), await createPlan(service, aMonthlyPlan({ name: 'Library' }))]
  const { payment } = await aBuyerOf(plan.id)
  const change = await aShopper(service, { subscription: { id: payment.subscription.id } })

  const { status, body } = await whileChanged(
    'customers',
    () => change.look(),
    (db) => sql`update subscriptions set plan_id = ${dearer.id} where id = ${payment.subscription.id}`.execute(db),
  )

  expect([status, body.subscription.plan_name]).toEqual([200, 'Library'])
})

test('a page view that meets a change of the customer shows the new customer, with that customer’s cards', async () => {
  const plan = await createPlan(service)
  const { payment } = await aBuyerOf(plan.id)
  const { body: stranger } = await service.send('POST', '/customers', { body: { external_id: crypto.randomUUID() } })
  const session = await aShopper(service, { customer: { id: stranger.id }, plan: { id: plan.id } })

  const { body } = await whileChanged(
    'subscriptions',
    () => session.look(),
    (db) =>
      sql`update client_sessions set members = jsonb_set(members, '{customer,id}', to_jsonb(${payment.customer.id}::text))
        where id = ${session.sessionId}`.execute(db),
  )

  const methods = body.payment_methods.map(({ id }: { id: string }) => id)
  expect([body.session.customer.id, methods]).toEqual([payment.customer.id, [payment.payment_method.id]])
})

test('a page view that meets the approval of the payment shows a completed session, never an open one', async () => {
  const plan = await createPlan(service)
  const { shopper, payment } = await aBuyerOf(plan.id, { number: '4000000000003220' })
  expect(payment.payment_status).toBe('PENDING')

  const { body } = await whileChanged(
    'payments',
    () => shopper.look(),
    async (db) => {
      await sql`update payments set payment_status = 'AUTHORIZED' where id = ${payment.id}`.execute(db)
      await sql`update payments set payment_status = 'SETTLING' where id = ${payment.id}`.execute(db)
      await sql`update client_sessions set completed_at = now(), completed_wall = now() where id = ${shopper.sessionId}`.execute(
        db,
      )
    },
  )

  expect([body.phase, body.payment.payment_status, body.quote === null]).toEqual(['completed', 'SETTLING', false])
})

test('a page view continues if a migration adds columns to the tables that it reads', async () => {
  const plan = await createPlan(service)
  const { shopper } = await aBuyerOf(plan.id)
  await shopper.look()

  for (const table of ['client_sessions', 'plans', 'customers']) {
    await sql`alter table ${sql.table(table)} add column added_later text`.execute(other)
    expect((await shopper.look()).status).toBe(200)
  }
})
