import type { Payment } from '@billing-checkout/contract'
import { expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { deleteExpiredJob } from '#server/jobs/retention-jobs.ts'
import type { Database } from '#server/store/database.ts'
import { acrossOrganizations } from '#server/store/across-organizations.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { loseSinceScene, saveScene } from '../../simulation/meetings/saved-scenes.ts'
import { type RunningService, startService } from '../../support/services/running-service.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { aScriptedProcessor, aSubscriber, moveClock } from '../../support/stories/subscriber.ts'

const capturedLater = '4000000000007775'
const declined = '4000000000000002'

describeUsualDatabase('references of calls to a processor', (open) => {
  const start = async () => {
    const database = await open()
    const processor = aScriptedProcessor(database)
    const service = await startService(database, { processor })
    await moveClock(service, '2027-03-01T10:00:00Z')
    return { service, processor, db: database.db }
  }
  /**
   * The parts from which the references of all attempts of this kind are derived, without version and organization, in the order in which
   * the attempts were made.
   */
  const bases = async ({ database }: RunningService, kind: 'authorize' | 'capture' | 'refund') => {
    const attempts = await database.db
      .selectFrom('attempts')
      .select(['processorKey', 'referencePreimage'])
      .where('kind', '=', kind)
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
    for (const { processorKey } of attempts) expect(processorKey).toMatch(/^bc_[a-z2-7]{32}$/)
    return attempts.map(({ referencePreimage }) => partsOf(referencePreimage!).slice(2))
  }
  const chargeWith = (service: RunningService, key: string, body: object) =>
    service.send('POST', '/payments', { body, headers: { 'Idempotency-Key': key } })
  const oneOff = {
    name: 'Atlas',
    type: 'one-off',
    price: { default: { amount: 2500, currency: 'EUR' }, countries: [] },
  }

  test('for a checkout, a renewal and its retries, a refund and a capture are derived from rows that existed before', async () => {
    const { service, processor, db } = await start()
    const { id: planId } = await createPlan(service)
    const shopper = await aShopper(service, { customer: { email: 'n@example.com' }, plan: { id: planId } })
    await shopper.pay({ number: declined })
    const { body: paid } = await shopper.pay({ number: capturedLater, exp_year: 2090 })
    await completeAttempts(service.billing)
    for (const amount of [100, 200]) await service.send('POST', `/payments/refund/${paid.id}`, { body: { amount } })
    processor.script.push('decline', 'fail')
    await moveClock(service, '2027-04-05T10:00:00Z')

    const { id: subscriptionId } = paid.subscription
    const { periodStart } = await db
      .selectFrom('claims')
      .select('periodStart')
      .where('kind', '=', 'period')
      .executeTakeFirstOrThrow()
    const [, charge, , , renewal] = await charges(db)
    expect(await bases(service, 'authorize')).toEqual([
      ['checkout', shopper.sessionId, '1'],
      ['checkout', shopper.sessionId, '2'],
      ...['1', '2', '3'].map((n) => ['renewal', subscriptionId, periodStart, n]),
    ])
    expect(await bases(service, 'capture')).toEqual([
      ['capture', charge, '1'],
      ['capture', renewal, '1'],
    ])
    expect(await bases(service, 'refund')).toEqual([
      ['refund', charge, '1'],
      ['refund', charge, '2'],
    ])
    await service.close()
  })

  test('for a period whose payment was lost later also count the checkout that had paid for it', async () => {
    const { service, db } = await start()
    const subscriber = await aSubscriber(service, aMonthlyPlan(), { number: '4000000000008880' })
    const { currentPeriodStart } = await subscriber.row()

    await moveClock(service, 'P3D')

    expect(await subscriber.subscription()).toMatchObject({ status: 'active' })
    expect((await bases(service, 'authorize')).at(-1)).toEqual(['lost period', subscriber.id, currentPeriodStart, '2'])
    expect(await db.selectFrom('claims').select('kind').execute()).toEqual([{ kind: 'checkout' }])
    await service.close()
  })

  test('for a merchant’s charge are derived from its Idempotency-Key, and are random without a key', async () => {
    const { service, db } = await start()
    const { customerId } = await aSubscriber(service, aMonthlyPlan())
    const plan = await createPlan(service, oneOff)
    const body = { customer: { id: customerId }, plan: { id: plan.id } }

    await chargeWith(service, 'order-1', body)
    await service.send('POST', '/payments', { body })

    const [, keyed, keyless] = await bases(service, 'authorize')
    expect(keyed).toEqual(['merchant', expect.stringMatching(/^[0-9a-f]{64}$/), 'createPayment'])
    expect(keyless).toEqual(['merchant without key', expect.stringMatching(/^att_/)])
    expect(JSON.stringify(await db.selectFrom('attempts').selectAll().execute())).not.toContain('order-1')
    await service.close()
  })

  test('stay bound to a key that has opened an attempt, long after the key’s answer was deleted', async () => {
    const { service, processor, db } = await start()
    const { customerId } = await aSubscriber(service, aMonthlyPlan())
    const plan = await createPlan(service, oneOff)
    const body = { customer: { id: customerId }, plan: { id: plan.id } }
    const { body: first } = await chargeWith(service, 'order-1', body)
    const sendRefund = (amount: number) =>
      service.send('POST', `/payments/refund/${first.id}`, {
        body: { amount },
        headers: { 'Idempotency-Key': 'back-1' },
      })
    await sendRefund(500)

    const inTwoMonths = () => new Date(Date.now() + 60 * 86_400_000).toISOString()
    await db.updateTable('idempotencyKeys').set({ createdAt: '2026-01-01T00:00:00.000Z' }).execute()
    const old = await Promise.all([chargeWith(service, 'order-1', body), sendRefund(500)])
    await deleteExpiredJob({ ...service.billing, wallClock: inTwoMonths }).run()
    const forgotten = await Promise.all([chargeWith(service, 'order-1', body), sendRefund(500)])
    const others = await Promise.all([
      chargeWith(service, 'order-1', { ...body, metadata: { order: 'another' } }),
      sendRefund(100),
    ])

    expect(await db.selectFrom('idempotencyKeys').select('key').execute()).toEqual([])
    for (const { body: again } of [...old, ...forgotten]) {
      expect(again).toMatchObject({ id: first.id, refunded_amount: 500 })
    }
    for (const { body: refused } of others) expect(refused.error.code).toBe('idempotency_key_reused')
    expect(processor.charged).toHaveLength(1)
    await service.close()
  })

  test('are derived again after a failover that lost transactions, so no charge or refund is made twice', async () => {
    const { service, db } = await start()
    const plan = await createPlan(service, oneOff)
    const subscriber = await aSubscriber(service, aMonthlyPlan(), { number: capturedLater })
    await completeAttempts(service.billing)
    const [paid] = await subscriber.payments()
    const shopper = await aShopper(service, { customer: { email: 'f@example.com' }, plan: { id: plan.id } })
    const everyVerb = async () => {
      await shopper.pay()
      await chargeWith(service, 'order-1', { customer: { id: subscriber.customerId }, plan: { id: plan.id } })
      await service.send('POST', `/payments/refund/${paid.id}`, { body: { amount: 100 } })
      await moveClock(service, '2027-04-02T10:00:00Z')
      return service.send('GET', '/payments?order=asc')
    }
    await saveScene(db, 'replica')
    const { body: before } = await everyVerb()
    const lines = await ledger(db)

    await loseSinceScene(db, 'replica')
    const lost = await service.send('GET', '/payments?order=asc')
    const { body: after } = await everyVerb()

    expect(lost.body.data).toHaveLength(1)
    const facts = (payment: Payment) => [payment.amount, payment.payment_status, payment.refunded_amount]
    expect(after.data.map(facts)).toEqual(before.data.map(facts))
    expect(await ledger(db)).toEqual(lines)
    await service.close()
  })
})

/** The references of all charges, in the order in which the charges were made. */
const charges = async (db: Database) => {
  const attempts = await acrossOrganizations(db, 'operator')
    .selectFrom('attempts')
    .select('processorKey')
    .where('kind', '=', 'authorize')
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return attempts.map(({ processorKey }) => processorKey)
}

/** The transactions in the processor's books, by reference. */
const ledger = (db: Database) =>
  db.selectFrom('sandboxProcessor.transactions').select(['reference', 'kind', 'amount']).orderBy('reference').execute()

const partsOf = (preimage: string): string[] => {
  const found = /^(\d+):/.exec(preimage)
  if (found === null) return []
  const from = found[0].length
  const end = from + Number(found[1])
  return [preimage.slice(from, end), ...partsOf(preimage.slice(end))]
}
