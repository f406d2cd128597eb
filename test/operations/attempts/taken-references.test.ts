import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { openAutomaticRefund } from '#server/billing/attempts/open-refund.ts'
import { runDueWork } from '#server/billing/due-work/kinds.ts'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import { lockPayment } from '#server/store/entities/payments.ts'
import { write } from '#server/store/writes/write.ts'
import { loseSinceScene, saveScene } from '../../simulation/meetings/saved-scenes.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { setPrice, startServiceToFailOver } from '../../support/services/service-to-fail-over.ts'
import { aBuyer, aMonthlyPlan, aShopper, createPlan, shopperOf } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock } from '../../support/stories/subscriber.ts'
import { aCharge } from '#server/processors/conformance/processor-requests.ts'

const capturedLater = '4000000000007775'

describeUsualDatabase('a reference that another request has taken, after a failover', (open) => {
  const start = async () => startServiceToFailOver(await open())
  test.each([
    ['more expensive before', 1500, 999, 0],
    ['cheaper before', 600, 999, -399],
  ])(
    'a renewal that was %s is paid by the charge that was made, and no second one is made',
    async (_, before, after, balance) => {
      const { service, net, events, alarms } = await start()
      const subscriber = await aSubscriber(service, aMonthlyPlan())
      await saveScene(service.database.db, 'replica')
      await setPrice(service, subscriber.id, before)
      await moveClock(service, '2027-04-01T12:00:00Z')
      await loseSinceScene(service.database.db, 'replica')
      await setPrice(service, subscriber.id, after)

      await moveClock(service, '2027-04-01T12:00:00Z')
      await completeAttempts(service.billing)

      expect(await net()).toEqual({ taken: 999 + before, back: Math.max(before - after, 0) })
      expect(await subscriber.payments()).toMatchObject([{}, { amount: after, payment_status: 'SETTLING' }])
      expect(await subscriber.row()).toMatchObject({ status: 'active', balanceAmount: balance })
      expect(await events()).toHaveLength(1)
      expect(alarms()).toBe(1)

      await moveClock(service, '2027-05-01T12:00:00Z')
      expect((await subscriber.payments()).at(-1)).toMatchObject({ amount: after - balance })
      await service.close()
    },
  )

  test('a held renewal of another amount is voided, and the right amount is charged', async () => {
    const { service, db, net, events } = await start()
    const subscriber = await aSubscriber(service, aMonthlyPlan(), { number: capturedLater })
    await completeAttempts(service.billing)
    await moveClock(service, 'P3D')
    await saveScene(service.database.db, 'replica')
    await setPrice(service, subscriber.id, 1500)
    await sql`update clock set offset_millis = offset_millis + ${31 * 86_400_000}`.execute(db)
    // Only charges the renewal. The server would capture the held money a moment later.
    await runDueWork(service.billing, { concurrency: 1, isClockMoving: false })
    await loseSinceScene(service.database.db, 'replica')

    await moveClock(service, '2027-04-02T12:00:00Z')

    const [, ...renewals] = await subscriber.payments()
    expect(renewals.at(-1)).toMatchObject({ amount: 999, payment_status: expect.stringMatching(/AUTHORIZED|SETTL/) })
    expect(renewals).toMatchObject([{ payment_status: 'FAILED' }, {}])
    expect(await net()).toEqual({ taken: 2 * 999, back: 0 })
    expect(await events()).toHaveLength(1)
    const voids = await db
      .selectFrom('sandboxProcessor.transactions')
      .select('kind')
      .where('kind', '=', 'void')
      .execute()
    expect(voids).toHaveLength(1)
    await service.close()
  })

  test('a checkout and a merchant’s request with a key keep the charge that was made, and refund the surplus', async () => {
    const { service, net, events } = await start()
    const plans = [await createPlan(service, oneOff(2500)), await createPlan(service, oneOff(1800))]
    const { customerId } = await aSubscriber(service, aMonthlyPlan())
    const session = await service.send('POST', '/client-session', {
      body: { customer: { email: 'c@example.com' }, plan: { id: plans[0]!.id } },
    })
    const shopper = shopperOf(service, session.body.id)
    const charge = (plan: { id: string }) =>
      service.send('POST', '/payments', {
        body: { customer: { id: customerId }, plan: { id: plan.id } },
        headers: { 'Idempotency-Key': 'order-1' },
      })
    await saveScene(service.database.db, 'replica')
    await shopper.pay()
    await charge(plans[0]!)
    await loseSinceScene(service.database.db, 'replica')
    await service.send('PATCH', `/client-session/${session.body.id}`, { body: { plan: { id: plans[1]!.id } } })

    const paid = [(await shopper.pay()).body, (await charge(plans[1]!)).body]
    await completeAttempts(service.billing)

    for (const payment of paid) expect(payment).toMatchObject({ amount: 1800, payment_status: 'SETTLING' })
    expect(await net()).toEqual({ taken: 999 + 2 * 2500, back: 2 * 700 })
    expect(await events()).toHaveLength(2)
    await service.close()
  })

  test('a charge without a subscription that took too little is refunded in full, and another try is paid in full', async () => {
    const { service, net } = await start()
    const plans = [await createPlan(service, oneOff(500)), await createPlan(service, oneOff(1800))]
    const session = await service.send('POST', '/client-session', {
      body: { customer: { email: 'c@example.com' }, plan: { id: plans[0]!.id } },
    })
    const shopper = shopperOf(service, session.body.id)
    await saveScene(service.database.db, 'replica')
    await shopper.pay()
    await loseSinceScene(service.database.db, 'replica')
    await service.send('PATCH', `/client-session/${session.body.id}`, { body: { plan: { id: plans[1]!.id } } })

    const { body: failed } = await shopper.pay()
    await completeAttempts(service.billing)
    const { body: paid } = await shopper.pay()

    expect([failed.payment_status, paid.payment_status]).toEqual(['FAILED', 'SETTLING'])
    expect(await net()).toEqual({ taken: 500 + 1800, back: 500 })
    await service.close()
  })

  test('a refund counts with the sum that went back; a charge that moved no money is given up and made again', async () => {
    const { service, db, net, events } = await start()
    const subscriber = await aSubscriber(service, aMonthlyPlan())
    const [paid] = await subscriber.payments()
    const sendRefund = async (amount: number) =>
      (await service.send('POST', `/payments/refund/${paid.id}`, { body: { amount } })).body
    const plan = await createPlan(service, oneOff(2500))
    const shopper = await aShopper(service, { customer: { email: 'd@example.com' }, plan: { id: plan.id } })
    await saveScene(service.database.db, 'replica')
    await sendRefund(300)
    await shopper.pay({ number: '4000000000000002' })
    await loseSinceScene(service.database.db, 'replica')

    const again = await sendRefund(200)
    const { body: givenUp } = await shopper.pay()
    const { body: made } = await shopper.pay()

    expect(again).toMatchObject({ refunded_amount: 300, refund: { amount: 300, status: 'succeeded' } })
    expect(again.refund.amount_usd).toBe(Math.round((again.amount_usd * 300) / 999))
    const { amount_usd: dollars } = await sendRefund(699)
    const parts = await db.selectFrom('refunds').select('amountUsd').execute()
    expect(parts.reduce((sum, { amountUsd }) => sum + amountUsd!, 0)).toBe(dollars)
    expect([givenUp.payment_status, made.payment_status]).toEqual(['FAILED', 'SETTLING'])
    expect(await net()).toEqual({ taken: 999 + 2500, back: 999 })
    expect(await events()).toHaveLength(1)
    await service.close()
  })

  test('a refund whose answer is lost counts with the sum that went back, when it is looked up', async () => {
    const { service, processor, net, events } = await start()
    const subscriber = await aSubscriber(service, aMonthlyPlan())
    const [paid] = await subscriber.payments()
    const refund = (amount: number) => service.send('POST', `/payments/refund/${paid.id}`, { body: { amount } })
    await saveScene(service.database.db, 'replica')
    await refund(300)
    await loseSinceScene(service.database.db, 'replica')
    Object.assign(processor, { refund: async () => ({ kind: 'unknown', message: 'Lost.' }) })

    await refund(200)
    await completeAttempts(service.billing, { aheadSeconds: 120 })

    const [refunded] = await subscriber.payments()
    expect(refunded).toMatchObject({ refunded_amount: 300, refund: { amount: 300, status: 'succeeded' } })
    expect(await net()).toEqual({ taken: 999, back: 300 })
    expect(await events()).toHaveLength(1)
    await service.close()
  })

  test('a declined earlier request that can still be paid is closed first, and books what was paid until then', async () => {
    const { service, processor, net, events } = await start()
    const { authorize, lookUp, close } = processor
    const taken: string[] = []
    const closed: string[] = []
    Object.assign(processor, {
      authorize: async (request: Parameters<typeof authorize>[0]) => {
        taken.push(request.reference)
        await authorize.call(processor, { ...request, amount: 1500 })
        return authorize.call(processor, request)
      },
      // A look-up reports the earlier request as declined but open. It is paid before it is closed, so `close` finds a payment.
      lookUp: async (reference: string) => {
        const seen = await lookUp.call(processor, reference)
        if (seen?.kind !== 'approved' || !taken.includes(reference)) return seen
        const { facts } = seen
        return { kind: 'declined', facts, declineCode: 'insufficient_funds', leftOpen: true, message: 'Not today.' }
      },
      close: async (reference: string) => {
        closed.push(reference)
        return close(reference)
      },
    })
    const shopper = await aBuyer(service, String((await createPlan(service, aMonthlyPlan())).id))

    const { body: payment } = await shopper.pay()
    await completeAttempts(service.billing)

    expect(closed).toEqual(taken)
    expect(payment).toMatchObject({ amount: 999, payment_status: 'SETTLING', subscription: { status: 'active' } })
    expect(await net()).toEqual({ taken: 1500, back: 501 })
    expect(await events()).toHaveLength(1)
    await service.close()
  })

  test('an obligation stays open until its whole sum is refunded, though a part was already refunded under the reference', async () => {
    const { service, net } = await start()
    const { billing, database, organizationId } = service
    const subscriber = await aSubscriber(service, aMonthlyPlan())
    const [paid] = await subscriber.payments()
    await saveScene(database.db, 'replica')
    await service.send('POST', `/payments/refund/${paid.id}`, { body: { amount: 300 } })
    await loseSinceScene(database.db, 'replica')

    await write(database.db, organizationId, async (work) => {
      const payment = (await lockPayment(work, paid.id))!
      const { processor_transaction_id: transactionId } = payment.paymentDetails!
      const owed = { amount: 999, currencyCode: payment.currencyCode, transactionId: transactionId!, isCounted: true }
      await openAutomaticRefund(billing, work, payment, { ...owed, reason: 'Nobody wants it any more.' })
    })
    await completeAttempts(billing)
    await moveClock(service, 'P1D')

    expect(await net()).toEqual({ taken: 999, back: 999 })
    expect((await subscriber.payments())[0]).toMatchObject({ refunded_amount: 999 })
    const owed = await database.db.selectFrom('obligations').select(['amount', 'state']).orderBy('createdAt').execute()
    expect(owed.map(({ amount, state }) => `${amount} ${state}`)).toEqual(['999 met', '699 met'])
    await service.close()
  })

  test('too little money for a period that is no longer owed is refunded as it was taken, and nothing more is owed', async () => {
    const { service, processor, db, net } = await start()
    const subscriber = await aSubscriber(service, aMonthlyPlan())
    await saveScene(db, 'replica')
    await setPrice(service, subscriber.id, 600)
    await moveClock(service, '2027-04-01T12:00:00Z')
    await loseSinceScene(db, 'replica')
    await sql`update clock set offset_millis = offset_millis + ${31.5 * 86_400_000}`.execute(db)
    const { authorize } = processor
    Object.assign(processor, {
      authorize: async (request: Parameters<typeof authorize>[0]) => {
        // This stands for code that changes the subscription without its lock.
        await sql`update subscriptions set current_period_end = current_period_end + interval '1 day'`.execute(db)
        return authorize(request)
      },
    })

    await runDueWork(service.billing, { concurrency: 1, isClockMoving: false })
    await completeAttempts(service.billing)

    expect(await net()).toEqual({ taken: 999 + 600, back: 600 })
    expect((await subscriber.payments()).at(-1)).toMatchObject({ payment_status: 'FAILED', refunded_amount: 0 })
    expect(await subscriber.row()).toMatchObject({ balanceAmount: 0 })
    await service.close()
  })

  test('the sandbox reports for every verb that a reference is taken', async () => {
    const database = await open()
    const processor = sandboxProcessor({ database: database.db })
    const at = '2027-03-01T10:00:00.000Z'
    const charge = (reference: string, amount: number, number = '4242424242424242') =>
      processor.authorize({ ...aCharge(number), reference, amount, at })
    const ids: string[] = []
    for (const reference of ['one', 'two']) {
      const outcome = await charge(reference, 500, capturedLater)
      if (outcome.kind === 'approved') ids.push(outcome.facts.transactionId)
    }
    const [one = '', two = ''] = ids
    const movement = (reference: string, transactionId: string) => ({
      reference,
      transactionId,
      amount: 500,
      currency: 'EUR' as const,
      at,
    })

    await processor.capture(movement('capture', one))
    await processor.void(movement('void', two))
    await processor.refund(movement('refund', one))

    expect(await charge('one', 501, capturedLater)).toMatchObject({ kind: 'taken' })
    expect(await charge('one', 0, capturedLater)).toMatchObject({ kind: 'taken' })
    expect(await processor.capture(movement('capture', two))).toMatchObject({ kind: 'taken' })
    expect(await processor.void(movement('void', one))).toMatchObject({ kind: 'taken' })
    expect(await processor.refund({ ...movement('refund', one), amount: 100 })).toMatchObject({ kind: 'taken' })
    for (const reference of ['capture', 'refund']) {
      expect(await processor.lookUp(reference)).toMatchObject({ approvedAmount: 500, approvedCurrency: 'EUR' })
    }
    expect(await processor.lookUp('one')).toMatchObject({ approvedAmount: 500, approvedCurrency: 'EUR' })
  })
})

const oneOff = (amount: number) => ({
  name: 'Atlas',
  type: 'one-off',
  price: { default: { amount, currency: 'EUR' }, countries: [] },
})
