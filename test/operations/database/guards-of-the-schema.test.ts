import { type PaymentStatus, paymentStatuses } from '@billing-checkout/contract'
import { paymentLifecycle } from '@billing-checkout/domain'
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { aShopper, createPlan } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'

// The code checks first, so these constraints are rarely reached. They protect the data if the code is wrong.
describeEachDatabase('the schema allows', (open) => {
  let paymentId: string
  let claimId: string
  let subscriptionId: string
  let planId: string
  const service = useService(open)
  beforeAll(async () => {
    const plan = await createPlan(service)
    planId = plan.id as string
    const shopper = await aShopper(service, { customer: { email: 'mina@example.com' }, plan: { id: plan.id } })
    const { body } = await shopper.pay()
    paymentId = body.id as string
    subscriptionId = body.subscription.id as string
    claimId = (await service.database.db.selectFrom('claims').select('id').executeTakeFirstOrThrow()).id
    for (const id of ['claim_1', 'claim_2']) await insertLike('claims', claimId, { id })
  })

  /** Inserts a copy of a row with other values in some columns. */
  const insertLike = (table: string, id: string, differing: object) =>
    sql`insert into ${sql.table(table)} select (jsonb_populate_record(original, ${JSON.stringify(differing)}::jsonb)).*
      from ${sql.table(table)} original where id = ${id}`.execute(service.database.db)

  test('one unfinished or paid payment for a claim', async () => {
    const copy = insertLike('payments', paymentId, { id: 'pay_claim', session_id: null })

    await expect(copy).rejects.toMatchObject({ constraint: 'payments_one_per_claim' })
  })

  test('one unfinished or paid payment for a session', async () => {
    const copy = insertLike('payments', paymentId, { id: 'pay_session', claim_id: 'claim_1' })

    await expect(copy).rejects.toMatchObject({ constraint: 'payments_one_per_session' })
  })

  test('one unfinished payment of a customer for a plan', async () => {
    const pending = { session_id: null, payment_status: 'PENDING', purpose: 'pay', subscription_id: null }
    await insertLike('payments', paymentId, { ...pending, id: 'pay_plan', claim_id: 'claim_1' })

    const copy = insertLike('payments', paymentId, { ...pending, id: 'pay_plan_again', claim_id: 'claim_2' })

    await expect(copy).rejects.toMatchObject({ constraint: 'payments_one_unfinished_per_plan' })
  })

  test('one unfinished payment for a subscription', async () => {
    await sql`delete from payments where id = 'pay_plan'`.execute(service.database.db)
    const pending = { session_id: null, payment_status: 'PENDING', purpose: 'renew' }
    await insertLike('payments', paymentId, { ...pending, id: 'pay_renewal', claim_id: 'claim_1' })

    const copy = insertLike('payments', paymentId, { ...pending, id: 'pay_renewal_again', claim_id: 'claim_2' })

    await expect(copy).rejects.toMatchObject({ constraint: 'payments_one_unfinished_per_subscription' })
  })

  test('one claim for a period of a subscription', async () => {
    const period = { kind: 'period', subscription_id: subscriptionId, period_start: '2026-02-01T00:00:00Z' }
    await insertLike('claims', claimId, { ...period, id: 'claim_period' })

    const copy = insertLike('claims', claimId, { ...period, id: 'claim_period_again' })

    await expect(copy).rejects.toMatchObject({ constraint: 'claims_period' })
  })

  test('no refunds above the paid amount', async () => {
    const over = sql`update payments set refunded_amount = amount + 1 where id = ${paymentId}`.execute(
      service.database.db,
    )

    await expect(over).rejects.toMatchObject({ code: '23514' })
  })

  test('one attempt with a processor’s key', async () => {
    const { id } = await service.database.db.selectFrom('attempts').select('id').executeTakeFirstOrThrow()

    await expect(insertLike('attempts', id, { id: 'att_again' })).rejects.toMatchObject({ code: '23505' })
  })

  const execute = (statement: RawBuilder<unknown>) => statement.execute(service.database.db)

  test('one open attempt of a kind for a payment, except for refunds', async () => {
    const { id } = await service.database.db.selectFrom('attempts').select('id').executeTakeFirstOrThrow()
    const opened = { state: 'open', action_id: null }
    const open = (differing: object) => insertLike('attempts', id, { ...opened, ...differing })
    await open({ id: 'att_1', processor_key: 'key_1' })
    for (const name of ['2', '3']) await open({ id: `att_${name}`, processor_key: `key_${name}`, kind: 'refund' })

    const second = open({ id: 'att_4', processor_key: 'key_4' })

    await expect(second).rejects.toMatchObject({ constraint: 'attempts_one_open' })
  })

  test('no payment whose amount or currency differs from its claim', async () => {
    const dearer = execute(sql`update payments set amount = amount + 1 where id = ${paymentId}`)
    const other = execute(sql`update payments set currency_code = 'XAF' where id = ${paymentId}`)
    const another = insertLike('payments', paymentId, {
      id: 'pay_dearer',
      claim_id: 'claim_2',
      session_id: null,
      subscription_id: null,
      amount: 1,
    })
    const claim = execute(sql`update claims set amount = amount + 1 where id = ${claimId}`)

    for (const change of await Promise.allSettled([dearer, other, another, claim])) {
      expect(change).toMatchObject({ reason: { constraint: 'payments_pay_their_claims' } })
    }
  })

  test('no payment whose claim names another customer', async () => {
    const { body: other } = await service.send('POST', '/customers', { body: {} })

    const changes = await Promise.allSettled([
      insertLike('payments', paymentId, {
        id: 'pay_other_customer',
        claim_id: 'claim_2',
        session_id: null,
        customer_id: other.id,
      }),
      execute(sql`update payments set customer_id = ${other.id} where id = ${paymentId}`),
    ])
    const claim = execute(sql`update claims set customer_id = ${other.id} where id = ${claimId}`)
    const unpaid = execute(sql`update claims set customer_id = ${other.id} where id = 'claim_2'`)

    const [ofClaim, ofUnpaid] = await Promise.allSettled([claim, unpaid])
    for (const change of [...changes, ofClaim])
      expect(change).toMatchObject({ reason: { constraint: 'payments_pay_their_claims' } })
    expect(ofUnpaid).toMatchObject({ reason: { constraint: 'claims_keep_customer' } })
  })

  /** Inserts a copy of the first payment in this status, for a claim of its own. Returns its id. */
  const aPayment = async (status: PaymentStatus) => {
    const id = `pay_${(payments += 1)}`
    await insertLike('claims', claimId, { id: `claim_of_${id}` })
    const differing = { id, claim_id: `claim_of_${id}`, session_id: null, subscription_id: null, plan_id: planId }
    await insertLike('payments', paymentId, { ...differing, purpose: 'renew', payment_status: status })
    return id
  }
  let payments = 0

  test.each(paymentStatuses)('a payment that is %s only the changes of its lifecycle', async (status) => {
    const allowed = new Set<PaymentStatus>([status, ...Object.values(paymentLifecycle[status])])
    // A payment that is captured with its authorization skips AUTHORIZED.
    if (status === 'PENDING') allowed.add(paymentLifecycle.AUTHORIZED.captured)

    for (const next of paymentStatuses) {
      const id = await aPayment(status)
      const change = execute(sql`update payments set payment_status = ${next} where id = ${id}`)

      if (allowed.has(next)) await change
      else await expect(change).rejects.toMatchObject({ constraint: 'payments_change_lawfully' })
    }
  })

  const refund = (payment: string, amount: number, status = 'succeeded') =>
    sql`insert into refunds (organization_id, id, payment_id, amount, status, created_at, updated_at)
      values (${service.organizationId}, ${`ref_${(refunds += 1)}`}, ${payment}, ${amount}, ${status}, now(), now())`
  const count = (payment: string, amount: number) =>
    sql`update payments set refunded_amount = ${amount} where id = ${payment}`
  let refunds = 0
  const inOne = (...statements: RawBuilder<unknown>[]) =>
    service.database.db.transaction().execute(async (transaction) => {
      for (const statement of statements) await statement.execute(transaction)
    })

  test.each([
    ['payments', "payment_status = 'PAID'"],
    ['payments', "payment_type = 'CASH'"],
    ['payments', "payment_token_type = 'PAN'"],
    ['payments', 'amount = -1'],
    ['payments', 'amount = 1000000000001'],
    ['payments', 'collected_amount = -1'],
    ['payments', 'disputed_amount = -1'],
    ['payments', 'refunded_amount = -1'],
    ['payments', 'refunded_amount = amount + 1'],
    ['attempts', "kind = 'charge'"],
    ['attempts', "state = 'lost'"],
    ['claims', "kind = 'gift'"],
    ['claims', 'amount = -1'],
    ['claims', 'amount = 1000000000001'],
    ['subscriptions', "status = 'paused'"],
    ['subscriptions', "status = 'past_due'"],
    ['subscriptions', 'past_due_since = now()'],
    ['subscriptions', 'price_amount = -1'],
    ['subscriptions', 'quantity = 0'],
    ['subscriptions', 'quantity = 100001'],
    ['subscriptions', 'scheduled_quantity = 2'],
    ['subscriptions', 'trial_price_amount = -1'],
    ['subscriptions', 'current_period_end = current_period_start'],
  ])('no row of %s where %s', async (table, change) => {
    const changed = execute(sql`update ${sql.table(table)} set ${sql.raw(change)}`)

    await expect(changed).rejects.toMatchObject({ constraint: `${table}_possible` })
  })

  test.each([
    { status: 'lost', event_sequence: 1, test_event: null, due_at: null },
    { status: 'pending', event_sequence: 1, test_event: null, due_at: null },
    { status: 'delivered', event_sequence: 1, test_event: null, due_at: '2026-01-01T00:00:00Z' },
    { status: 'delivered', event_sequence: 1, test_event: {}, due_at: null },
    { status: 'delivered', event_sequence: null, test_event: null, due_at: null },
  ])('no delivery that is $status with $event_sequence, $test_event and $due_at', async (differing) => {
    const delivery = {
      organization_id: service.organizationId,
      id: 'whd_1',
      endpoint_id: 'we_1',
      event_id: 'evt_1',
      event_type: 'payment.created',
      attempts: [],
      leaves_gap: false,
      tries: 0,
      created_at: '2026-01-01T00:00:00Z',
      recorded_at: '2026-01-01T00:00:00Z',
      ...differing,
    }

    const inserted = execute(sql`insert into webhook_deliveries
      select (jsonb_populate_record(null::webhook_deliveries, ${JSON.stringify(delivery)}::jsonb)).*`)

    await expect(inserted).rejects.toMatchObject({ constraint: 'webhook_deliveries_possible' })
  })

  // PostgreSQL stores checks and the conditions of triggers as text, and parses that text again for every statement that writes a row.
  test.each(['payments', 'attempts', 'claims', 'subscriptions', 'webhook_deliveries'])(
    'no checks and conditions on %s that are long in the catalog',
    async (table) => {
      const { rows } = await sql<{ characters: number }>`
        select (
          (select coalesce(sum(length(conbin)), 0) from pg_constraint where conrelid = ${table}::regclass)
          + (select coalesce(sum(length(tgqual)), 0) from pg_trigger where tgrelid = ${table}::regclass)
        )::int as characters`.execute(service.database.db)

      expect(rows[0]!.characters).toBeLessThan(5_000)
    },
  )

  test.each(['PENDING', 'AUTHORIZED', 'DECLINED', 'BLOCKED', 'FAILED', 'CANCELLED'] as const)(
    'no refund of a payment that is %s',
    async (status) => {
      const id = await aPayment(status)

      await expect(execute(refund(id, 1))).rejects.toMatchObject({ constraint: 'refunds_are_counted' })
      await expect(inOne(refund(id, 1), count(id, 1))).rejects.toMatchObject({
        constraint: expect.stringMatching(/^payments_(possible|refunded_while_captured)$/),
      })
    },
  )

  test('exactly the refunded sum in a payment’s refunded_amount', async () => {
    const id = await aPayment('SETTLED')

    await inOne(refund(id, 400), refund(id, 100, 'pending'), refund(id, 77, 'failed'), count(id, 500))

    const faults = [refund(id, 1), refund(id, 5000), count(id, 0), sql`delete from refunds where payment_id = ${id}`]
    for (const fault of faults) {
      await expect(execute(fault)).rejects.toMatchObject({ constraint: 'refunds_are_counted' })
    }
    await expect(
      execute(sql`update refunds set amount = 401 where payment_id = ${id} and amount = 400`),
    ).rejects.toMatchObject({ constraint: 'refunds_are_counted' })
    await expect(inOne(refund(id, 5000), count(id, 5500))).rejects.toMatchObject({ code: '23514' })
  })

  test('a payment to fail after a partial refund, and a refund to fail after that', async () => {
    const id = await aPayment('SETTLING')
    await inOne(refund(id, 300, 'pending'), count(id, 300))

    await execute(sql`update payments set payment_status = 'FAILED' where id = ${id}`)
    await inOne(sql`update refunds set status = 'failed' where payment_id = ${id}`, count(id, 0))

    const { refundedAmount } = await service.database.db
      .selectFrom('payments')
      .select('refundedAmount')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(refundedAmount).toBe(0)
  })
})
