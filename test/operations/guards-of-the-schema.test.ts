import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { describeEachDatabase } from '../support/databases.ts'
import { type RunningService, startService } from '../support/running-service.ts'
import { aShopper, createPlan } from '../support/shopper.ts'

// Code asks first, and so these guards are hardly ever met; they hold when the code is wrong.
describeEachDatabase('the schema', (open) => {
  let service: RunningService
  let paymentId: string
  let claimId: string
  let subscriptionId: string
  beforeAll(async () => {
    service = await startService(await open())
    const plan = await createPlan(service)
    const shopper = await aShopper(service, { customer: { email: 'mina@example.com' }, plan: { id: plan.id } })
    const { body } = await shopper.pay()
    paymentId = body.id as string
    subscriptionId = body.subscription.id as string
    claimId = (await service.database.db.selectFrom('claims').select('id').executeTakeFirstOrThrow()).id
    for (const id of ['claim_1', 'claim_2']) await insertLike('claims', claimId, { id })
    return () => service.close()
  })

  /** Inserts a copy of a row that differs in some columns. */
  const insertLike = (table: string, id: string, differing: object) =>
    sql`insert into ${sql.table(table)} select (jsonb_populate_record(original, ${JSON.stringify(differing)}::jsonb)).*
      from ${sql.table(table)} original where id = ${id}`.execute(service.database.db)

  test('has one unfinished or paid payment for a claim', async () => {
    const copy = insertLike('payments', paymentId, { id: 'pay_claim', session_id: null })

    await expect(copy).rejects.toMatchObject({ constraint: 'payments_one_per_claim' })
  })

  test('has one unfinished or paid payment for a session', async () => {
    const copy = insertLike('payments', paymentId, { id: 'pay_session', claim_id: 'claim_1' })

    await expect(copy).rejects.toMatchObject({ constraint: 'payments_one_per_session' })
  })

  test('has one unfinished payment of a customer for a plan', async () => {
    const pending = { session_id: null, payment_status: 'PENDING', purpose: 'pay', subscription_id: null }
    await insertLike('payments', paymentId, { ...pending, id: 'pay_plan', claim_id: 'claim_1' })

    const copy = insertLike('payments', paymentId, { ...pending, id: 'pay_plan_again', claim_id: 'claim_2' })

    await expect(copy).rejects.toMatchObject({ constraint: 'payments_one_unfinished_per_plan' })
  })

  test('has one unfinished payment for a subscription', async () => {
    await sql`delete from payments where id = 'pay_plan'`.execute(service.database.db)
    const pending = { session_id: null, payment_status: 'PENDING', purpose: 'renew' }
    await insertLike('payments', paymentId, { ...pending, id: 'pay_renewal', claim_id: 'claim_1' })

    const copy = insertLike('payments', paymentId, { ...pending, id: 'pay_renewal_again', claim_id: 'claim_2' })

    await expect(copy).rejects.toMatchObject({ constraint: 'payments_one_unfinished_per_subscription' })
  })

  test('has one claim for a period of a subscription', async () => {
    const period = { kind: 'period', subscription_id: subscriptionId, period_start: '2026-02-01T00:00:00Z' }
    await insertLike('claims', claimId, { ...period, id: 'claim_period' })

    const copy = insertLike('claims', claimId, { ...period, id: 'claim_period_again' })

    await expect(copy).rejects.toMatchObject({ constraint: 'claims_period' })
  })

  test('never has more refunded than was paid', async () => {
    const over = sql`update payments set refunded_amount = amount + 1 where id = ${paymentId}`.execute(
      service.database.db,
    )

    await expect(over).rejects.toMatchObject({ code: '23514' })
  })

  test('has one attempt under a key of the processor', async () => {
    const { id } = await service.database.db.selectFrom('attempts').select('id').executeTakeFirstOrThrow()

    await expect(insertLike('attempts', id, { id: 'att_again' })).rejects.toMatchObject({ code: '23505' })
  })
})
