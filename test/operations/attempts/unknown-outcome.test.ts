import { beforeAll, expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import type { Processor } from '#server/processors/processor.ts'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import { actionPages } from '../../support/processors/bank.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { type RunningService, startService } from '../../support/services/running-service.ts'
import { aBuyer, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'

const didCharge = '4000000000006975'
const didNotCharge = '4000000000006983'

describeEachDatabase('a payment whose outcome is unknown', (open) => {
  let planId: string

  const service = useService(open)
  beforeAll(async () => {
    planId = (await createPlan(service)).id
  })

  /** Runs `completeAttempts` as though the leases had expired. */
  const complete = () => completeAttempts(service.billing, { aheadSeconds: 120 })

  test('that timed out and was charged is PENDING, then paid, once', async () => {
    const shopper = await aBuyer(service, planId)

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

  test('that timed out and was not charged is FAILED only after a query to the processor, and can be tried again', async () => {
    const shopper = await aBuyer(service, planId)

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

  test('refuses other requests that pay it or change its session, and its session does not expire', async () => {
    const email = 'patient@example.com'
    const shopper = await aBuyer(service, planId, { customer: { email } })
    const other = await aBuyer(service, planId, { customer: { email } })
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

  test('is updated once, though several workers complete it at the same time', async () => {
    const shopper = await aBuyer(service, planId)
    const { body: payment } = await shopper.pay({ number: didCharge })

    await Promise.all([complete(), complete()])
    await complete()
    const { body: events } = await service.send('GET', '/events?type=payment.updated&limit=1000')

    const told = events.data.filter(
      (event: { data: { object: { id: string } } }) => event.data.object.id === payment.id,
    )
    expect(told).toHaveLength(1)
  })

  test('is stored as the answer to a request whose first answer was lost in a crash', async () => {
    const shopper = await aBuyer(service, planId)
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

  test('leaves no card number and no security code in the database', async () => {
    const shopper = await aBuyer(service, planId)
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

describeEachDatabase('a processor that never answers', (open) => {
  const never = <Answer>() => new Promise<Answer>(() => {})
  /** A service whose calls to the processor time out after one second. */
  const start = async (change: (sandbox: Processor) => Partial<Processor>) => {
    const database = await open()
    const sandbox = sandboxProcessor({ database: database.db })
    return startService(database, { processor: { ...sandbox, timeoutSeconds: 1, ...change(sandbox) } })
  }
  const pay = async (service: RunningService, number: string) => {
    const plan = await createPlan(service)
    const shopper = await aShopper(service, { customer: { email: `${plan.id}@example.com` }, plan: { id: plan.id } })
    return (await shopper.pay({ number })).body.id as string
  }
  const status = async (service: RunningService, id: string) =>
    (await service.send('GET', `/payments/${id}`)).body.payment_status as string
  const complete = (service: RunningService, seconds: number) =>
    completeAttempts(service.billing, { aheadSeconds: seconds })
  const keyOf = async ({ database }: RunningService, paymentId: string) =>
    (
      await database.db
        .selectFrom('attempts')
        .select('processorKey')
        .where('paymentId', '=', paymentId)
        .executeTakeFirstOrThrow()
    ).processorKey

  test.each(['lookUp', 'close'] as const)(
    'about the %s of one payment delays no other payment, and is queried again later',
    async (operation) => {
      let mute: string | undefined
      const service = await start((sandbox) => ({
        lookUp: (reference) => (operation === 'lookUp' && reference === mute ? never() : sandbox.lookUp(reference)),
        close: (reference) => (operation === 'close' && reference === mute ? never() : sandbox.close(reference)),
      }))
      const first = await pay(service, didNotCharge)
      const others = await Promise.all([didNotCharge, didCharge, didNotCharge].map((number) => pay(service, number)))
      mute = await keyOf(service, first)

      await complete(service, 120)
      const meanwhile = await Promise.all([first, ...others].map((id) => status(service, id)))
      mute = undefined
      await complete(service, 240)

      expect(meanwhile).toEqual(['PENDING', 'FAILED', 'SETTLING', 'FAILED'])
      expect(await status(service, first)).toBe('FAILED')
      await service.close()
    },
  )

  test('is queried for a few payments at the same time, not for all', async () => {
    let asking = 0
    let most = 0
    const twoAreAsking = Promise.withResolvers<void>()
    const service = await start((sandbox) => ({
      timeoutSeconds: 20,
      async lookUp(reference) {
        most = Math.max(most, (asking += 1))
        if (asking === 2) twoAreAsking.resolve()
        await twoAreAsking.promise
        const seen = await sandbox.lookUp(reference)
        asking -= 1
        return seen
      },
    }))
    const payments = await Promise.all(Array.from({ length: 4 }, () => pay(service, didCharge)))

    await completeAttempts(service.billing, { concurrency: 2, aheadSeconds: 120 })

    expect(most).toBe(2)
    expect(await Promise.all(payments.map((id) => status(service, id)))).toEqual(Array(4).fill('SETTLING'))
    await service.close()
  })

  test('about settlements settles nothing until it answers', async () => {
    let isMute = true
    const service = await start((sandbox) => ({
      settlements: (ids) => (isMute ? never() : sandbox.settlements(ids)),
    }))
    const id = await pay(service, '4242424242424242')

    await service.send('POST', '/sandbox/clock', { body: { advance: 'P1DT1M' } })
    const meanwhile = await status(service, id)
    isMute = false
    await service.send('POST', '/sandbox/clock', { body: { advance: 'PT2H' } })

    expect([meanwhile, await status(service, id)]).toEqual(['SETTLING', 'SETTLED'])
    await service.close()
  })

  test('shows a page to a shopper who returns from a challenge, and leaves the payment to the completer', async () => {
    let isMute = false
    const service = await start((sandbox) => ({
      lookUp: (reference) => (isMute ? never() : sandbox.lookUp(reference)),
    }))
    const plan = await createPlan(service)
    const shopper = await aShopper(service, { customer: { email: 'back@example.com' }, plan: { id: plan.id } })
    const { body: payment } = await shopper.pay({ number: '4000000000003220' })
    const pages = actionPages(service, payment.next_action.url)
    isMute = true

    const answered = await pages.answer('passed')
    const page = await pages.comeBack()
    const meanwhile = await status(service, payment.id)
    isMute = false
    await complete(service, 700)

    expect([answered.status, page.status, meanwhile]).toEqual([303, 200, 'PENDING'])
    expect(await status(service, payment.id)).toBe('SETTLING')
    await service.close()
  })
})
