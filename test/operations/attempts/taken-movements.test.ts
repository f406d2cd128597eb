import { expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { openVoid } from '#server/billing/attempts/open-capture-or-void.ts'
import { findChargeCall } from '#server/billing/payments/find-charge-call.ts'
import { obligationWork } from '#server/billing/due-work/retry-obligations.ts'
import { runWork } from '#server/billing/worklist/worklist.ts'
import type { CaptureRequest, VoidRequest, ProcessorOutcome } from '#server/processors/processor.ts'
import { lockPayment } from '#server/store/entities/payments.ts'
import { write } from '#server/store/writes/write.ts'
import { loseSinceScene, saveScene } from '../../simulation/meetings/saved-scenes.ts'
import { startServiceToFailOver } from '../../support/services/service-to-fail-over.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { aMonthlyPlan, createPlan, shopperOf } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock } from '../../support/stories/subscriber.ts'
import { aCharge } from '#server/processors/conformance/processor-requests.ts'

const capturedLater = '4000000000007775'

describeUsualDatabase('a taken reference whose call had other parameters', (open) => {
  const start = async () => startServiceToFailOver(await open())
  const aTrial = { trial_interval: 'days', trial_interval_count: 14 }

  test.each([
    ['a verification under the reference of a charge', {}, aTrial, { amount: 0 }],
    ['a charge under the reference of a verification', aTrial, {}, { amount: 999 }],
  ])('%s fails, the held money is returned, and another try succeeds', async (_, before, after, paid) => {
    const { service, net } = await start()
    const plans = []
    for (const more of [before, after]) plans.push(await createPlan(service, aMonthlyPlan(more)))
    const { body: session } = await service.send('POST', '/client-session', {
      body: { customer: { email: 'v@example.com' }, plan: { id: plans[0].id } },
    })
    const shopper = shopperOf(service, session.id)
    await saveScene(service.database.db, 'replica')
    await shopper.pay()
    await loseSinceScene(service.database.db, 'replica')
    const { taken } = await net()
    await service.send('PATCH', `/client-session/${session.id}`, { body: { plan: { id: plans[1].id } } })

    const { body: failed } = await shopper.pay()
    await completeAttempts(service.billing)
    const { body: made } = await shopper.pay()

    expect(failed).toMatchObject({ payment_status: 'FAILED', subscription: null })
    expect(made).toMatchObject({ payment_status: 'SETTLING', ...paid, subscription: { status: expect.any(String) } })
    expect(await net()).toEqual({ taken: taken + paid.amount, back: taken })
    await service.close()
  })

  /** An authorized payment of 999. Before the server sends its capture, `other` uses the capture's reference at the processor. */
  const aCapture = async (other: (request: CaptureRequest, started: Started) => Promise<unknown>) => {
    const started = await start()
    const { service, processor } = started
    const { capture } = processor
    let isTaken = false
    Object.assign(processor, {
      capture: async (request: CaptureRequest): Promise<ProcessorOutcome> => {
        if (!isTaken) {
          isTaken = true
          await other(request, started)
        }
        return capture(request)
      },
    })
    const subscriber = await aSubscriber(service, aMonthlyPlan(), { number: capturedLater })
    await completeAttempts(service.billing)
    await completeAttempts(service.billing)
    return { ...started, subscriber }
  }
  type Started = Awaited<ReturnType<typeof start>>
  /** A transaction that holds a sum and belongs to no payment of ours. */
  const hold = async ({ processor }: Started, amount: number) => {
    const held = await processor.authorize({ ...aCharge(capturedLater), amount, at: '2027-03-01T10:00:00.000Z' })
    if (held.kind !== 'approved') throw new Error('Nothing is held.')
    return held.facts.transactionId
  }

  test.each([
    ['too little', 600, { balanceAmount: -399 }, 999 + 399],
    ['too much', 1500, { balanceAmount: 0 }, 999],
  ])('a capture that took %s pays, and the difference is settled', async (_, amount, row, next) => {
    const { service, subscriber, events } = await aCapture(async (request, started) =>
      started.processor.capture({ ...request, amount, transactionId: await hold(started, amount) }),
    )
    const [paid] = await subscriber.payments()

    const tooMuch = await service.send('POST', `/payments/refund/${paid.id}`, {
      body: { amount: Math.min(amount, 999) + 1 },
    })
    expect(paid.payment_status).toBe('SETTLING')
    expect(tooMuch.body.error.code).toBe('refund_exceeds_captured')
    expect(await subscriber.row()).toMatchObject(row)
    expect(await events()).toHaveLength(1)
    const owed = await service.database.db.selectFrom('obligations').select('amount').execute()
    expect(owed.map((one) => one.amount)).toEqual(amount > 999 ? [amount - 999] : [])

    await moveClock(service, 'P32D')
    expect((await subscriber.payments())[1]).toMatchObject({ amount: next })
    await service.close()
  })

  test('a capture that took nothing is made again under another reference', async () => {
    const { service, subscriber, net } = await aCapture((request, { processor }) =>
      // The processor refuses a capture of 1, because more is authorized.
      processor.capture({ ...request, amount: 1 }),
    )

    expect((await subscriber.payments())[0]).toMatchObject({ payment_status: 'SETTLING' })
    expect((await net()).taken).toBe(999)
    await service.close()
  })

  test('a void is complete only when the authorization itself is no longer held', async () => {
    const started = await start()
    const { service, processor, db } = started
    const subscriber = await aSubscriber(service, aMonthlyPlan(), { number: capturedLater })
    const [paid] = await subscriber.payments()
    const { void: letGo } = processor
    const other = await hold(started, 300)
    let isTaken = false
    Object.assign(processor, {
      void: async (request: VoidRequest) => {
        if (!isTaken) {
          isTaken = true
          await letGo({ ...request, transactionId: other })
        }
        return letGo(request)
      },
    })
    await db.deleteFrom('attempts').where('kind', '=', 'capture').execute()
    const { billing, organizationId } = service
    const reference = await write(db, organizationId, async (work) => {
      const payment = (await lockPayment(work, paid.id))!
      const charge = await findChargeCall(work.db, payment.id)
      const transactionId = payment.paymentDetails!.processor_transaction_id!
      const owed = {
        charge,
        transactionId,
        amount: 999,
        currencyCode: 'EUR',
        isCounted: true,
        reason: 'A drill.',
      } as const
      await openVoid(billing, work, payment, owed)
      return charge.processorKey
    })

    await completeAttempts(billing)
    const stillHeld = [(await subscriber.payments())[0].payment_status, await processor.lookUp(reference)]
    await runWork(billing, obligationWork)
    await completeAttempts(billing)

    expect(stillHeld).toMatchObject(['AUTHORIZED', { captured: false }])
    expect((await subscriber.payments())[0].payment_status).toBe('CANCELLED')
    expect(await processor.lookUp(reference)).toMatchObject({ released: true })
    await service.close()
  })
})
