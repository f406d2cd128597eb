import { beforeAll, expect, test } from 'vitest'
import { completeAttempts } from '../../packages/server/src/billing/complete-attempts.ts'
import { describeEachDatabase } from '../support/databases.ts'
import { type RunningService, startService } from '../support/running-service.ts'
import { aShopper, createPlan } from '../support/shopper.ts'

const didCharge = '4000000000006975'
const didNotCharge = '4000000000006983'

describeEachDatabase('an outcome nobody knows yet', (open) => {
  let service: RunningService
  let planId: string
  let emails = 0

  beforeAll(async () => {
    service = await startService(await open())
    planId = (await createPlan(service)).id
    return () => service.close()
  })

  const aBuyer = (email = `u${++emails}@example.com`) =>
    aShopper(service, { customer: { email }, plan: { id: planId } })
  /** What the completer does once the leases are over. */
  const complete = () =>
    completeAttempts({ ...service.billing, wallClock: () => new Date(Date.now() + 120_000).toISOString() })

  test('a time-out that did charge is PENDING, then paid, once', async () => {
    const shopper = await aBuyer()

    const first = await shopper.pay({ number: didCharge })
    const { body: waiting } = await shopper.look()
    await complete()
    const { body: after } = await service.send('GET', `/payments/${first.body.id}`)
    const { body: done } = await shopper.look()

    expect(first).toMatchObject({ status: 200, body: { payment_status: 'PENDING', subscription: null } })
    expect(waiting).toMatchObject({ phase: 'processing', payment: { id: first.body.id, payment_status: 'PENDING' } })
    expect(after).toMatchObject({ payment_status: 'SETTLING', subscription: { status: 'active' } })
    expect(done).toMatchObject({ phase: 'completed', payment: { id: first.body.id } })
  })

  test('a time-out that did not charge is FAILED only after the processor has been asked, and can be tried again', async () => {
    const shopper = await aBuyer()

    const first = await shopper.pay({ number: didNotCharge })
    await complete()
    const { body: after } = await service.send('GET', `/payments/${first.body.id}`)
    const second = await shopper.pay()

    expect(first.body.payment_status).toBe('PENDING')
    expect(after).toMatchObject({
      payment_status: 'FAILED',
      status_reason: { status: 'failed', status_reason: { decline_code: 'processing_error' } },
    })
    expect(second.body.payment_status).toBe('SETTLING')
  })

  test('while it is unknown nobody pays again, changes the session, or lets it expire', async () => {
    const email = 'patient@example.com'
    const shopper = await aBuyer(email)
    const other = await aBuyer(email)
    const { body: before } = await shopper.look()
    await shopper.pay({ number: didNotCharge })

    const again = await service.send('POST', '/payments', {
      key: before.client_token,
      body: { expected: { ...before.quote.due_now, quote: before.quote.hash } },
    })
    const elsewhere = await other.pay()
    const patched = await service.send('PATCH', `/client-session/${shopper.sessionId}`, { body: {} })
    await service.database.db
      .updateTable('clientSessions')
      .set({ expiresAt: '2020-01-01T00:00:00.000Z' })
      .where('id', '=', shopper.sessionId)
      .execute()
    const { body: late } = await shopper.look()

    expect([again, elsewhere, patched].map(({ body }) => body.error.code)).toEqual(Array(3).fill('payment_in_progress'))
    expect(late.phase).toBe('processing')
    await complete()
  })

  test('news that come twice change nothing the second time', async () => {
    const shopper = await aBuyer()
    const { body: payment } = await shopper.pay({ number: didCharge })

    await Promise.all([complete(), complete()])
    await complete()
    const { body: events } = await service.send('GET', '/events?type=payment.updated&limit=1000')

    const told = events.data.filter(
      (event: { data: { object: { id: string } } }) => event.data.object.id === payment.id,
    )
    expect(told).toHaveLength(1)
  })

  test('a request whose answer was lost in a crash is answered with what became of its payment', async () => {
    const shopper = await aBuyer()
    const headers = { 'Idempotency-Key': `lost-${shopper.sessionId}` }
    const { body: payment } = await shopper.pay({ number: didCharge }, {}, headers)
    await service.database.db
      .updateTable('idempotencyKeys')
      .set({ answer: null, leaseUntil: '2020-01-01T00:00:00.000Z' })
      .where('paymentId', '=', payment.id)
      .execute()
    await complete()

    const rows = await service.database.db
      .selectFrom('idempotencyKeys')
      .selectAll()
      .where('paymentId', '=', payment.id)
      .execute()

    expect(rows).toMatchObject([{ answer: { id: payment.id, payment_status: 'SETTLING' } }])
  })

  test('no card number and no security code is kept anywhere', async () => {
    const shopper = await aBuyer()
    await shopper.pay({ number: didCharge, cvc: '917' })
    const tables = [
      'payments',
      'attempts',
      'events',
      'paymentMethods',
      'idempotencyKeys',
      'sandboxProcessor.methods',
      'sandboxProcessor.transactions',
    ] as const

    for (const table of tables) {
      const rows = await service.database.db.selectFrom(table).selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain(didCharge)
      expect(JSON.stringify(rows)).not.toMatch(/"cvc":"\d/)
    }
    expect(service.logged.join()).not.toContain(didCharge)
    await complete()
  })
})
