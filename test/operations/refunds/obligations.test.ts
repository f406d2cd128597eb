import { beforeEach, describe, expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { runDoctor } from '#server/cli/doctor/run-doctor.ts'
import { obligationCommands } from '#server/cli/operator/obligation-commands.ts'
import type { Processor, ProcessorOutcome } from '#server/processors/processor.ts'
import { readBacklog } from '#server/store/health/read-backlog.ts'
import { commandContext } from '../../support/services/command-context.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { aMonthlyPlan } from '../../support/stories/shopper.ts'
import { aScriptedProcessor, aSubscriber, moveClock, type ScriptedProcessor } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

const capturedLater = '4000000000007775'
const settlementFails = '4000000000008880'

const refused: ProcessorOutcome = { kind: 'failed', message: 'The bank is closed.' }

describeEachDatabase('obligations', (open) => {
  let processor: ScriptedProcessor
  let letGo: Processor['void']
  /** How many of the next refunds and voids the processor refuses, and how many answers about refunds get lost. */
  let refusals: { refund: number; void: number; lost: number }

  const service = useService(open, (database) => {
    processor = aScriptedProcessor(database)
    const { refund } = processor
    letGo = processor.void
    Object.assign(processor, {
      refund: async (request) => {
        if (refusals.lost-- > 0) return { kind: 'unknown', message: 'Lost.' }
        return refusals.refund-- > 0 ? refused : refund(request)
      },
      void: async (request) => (refusals.void-- > 0 ? refused : letGo(request)),
    } satisfies Partial<Processor>)
    return { processor }
  })
  beforeEach(() => {
    refusals = { refund: 0, void: 0, lost: 0 }
  })

  const subscribe = (number?: string) => aSubscriber(service, aMonthlyPlan(), number === undefined ? {} : { number })
  /** Charges a renewal that is no longer wanted when its outcome becomes known. Returns a function that reads the payment. */
  const aChargeForNothing = async (number?: string) => {
    const subscriber = await subscribe(number)
    processor.script.push('lose after')
    processor.isDown = true
    await moveClock(service, 'P1M')
    await service.send('POST', `/subscriptions/cancel/${subscriber.id}`)
    processor.isDown = false
    await completeLater(120)
    const [, { id }] = await subscriber.payments()
    return { id, read: async () => (await service.send('GET', `/payments/${id}`)).body }
  }
  const completeLater = (seconds: number) => completeAttempts(service.billing, { aheadSeconds: seconds })
  const obligationsOf = (paymentId: string) =>
    service.database.db
      .selectFrom('obligations')
      .select(['kind', 'state', 'tries', 'closedReason'])
      .where('paymentId', '=', paymentId)
      .orderBy('createdAt')
      .execute()
  const overdueEvents = async (paymentId: string) => {
    const { body } = await service.send('GET', '/events?type=payment.obligation_overdue&limit=1000')
    return body.data.filter((event: { data: { object: { id: string } } }) => event.data.object.id === paymentId)
  }

  test('a refund of ours that is refused is retried until it is made, once', async () => {
    refusals.refund = 1
    const payment = await aChargeForNothing()
    await completeLater(240)
    const refusedOnce = await payment.read()

    await moveClock(service, 'PT6M')
    await moveClock(service, 'P2D')

    expect(refusedOnce).toMatchObject({ refunded_amount: 0, refund: { status: 'failed' } })
    expect(await payment.read()).toMatchObject({
      refunded_amount: 999,
      refund: { amount: 999, status: 'succeeded' },
    })
    expect(await obligationsOf(payment.id)).toEqual([{ kind: 'refund', state: 'met', tries: 1, closedReason: null }])
    expect(await overdueEvents(payment.id)).toEqual([])
  })

  test('a refund that is refused many times is reported once, is counted, and is made in the end', async () => {
    refusals.refund = 5
    const payment = await aChargeForNothing()
    await completeLater(240)

    await moveClock(service, 'PT20M')
    const overdue = await readBacklog(service.database.db)
    await moveClock(service, 'PT24H')

    expect(overdue).toMatchObject({ obligationsOpen: 1, obligationsOverdue: 1 })
    expect(await overdueEvents(payment.id)).toMatchObject([{ data: { object: { refund: { status: 'failed' } } } }])
    expect(await payment.read()).toMatchObject({ refunded_amount: 999, refund: { status: 'succeeded' } })
    expect(await readBacklog(service.database.db)).toMatchObject({ obligationsOpen: 0, obligationsOverdue: 0 })
  })

  test('a refund that the merchant has made in the meantime is not made a second time', async () => {
    refusals.refund = 1
    const payment = await aChargeForNothing()
    await completeLater(240)

    const { body } = await service.send('POST', `/payments/refund/${payment.id}`, { body: {} })
    await moveClock(service, 'P2D')

    expect(body.refund).toMatchObject({ amount: 999, status: 'succeeded' })
    expect(await obligationsOf(payment.id)).toMatchObject([{ state: 'met' }])
    const refunds = await service.database.db
      .selectFrom('refunds')
      .select('status')
      .where('paymentId', '=', payment.id)
      .orderBy('createdAt')
      .execute()
    expect(refunds.map(({ status }) => status)).toEqual(['failed', 'succeeded'])
  })

  test('a payment whose void is refused because its money was captured is refunded', async () => {
    refusals.void = 1
    const payment = await aChargeForNothing(capturedLater)
    const { payment_details, amount, currency_code } = await payment.read()
    await processor.capture({
      reference: `${payment.id} by hand at the processor`,
      transactionId: payment_details.processor_transaction_id,
      amount,
      currency: currency_code,
      at: new Date().toISOString(),
    })
    await completeLater(240)
    const unclear = await payment.read()

    await moveClock(service, 'PT1M')

    expect(unclear.payment_status).toBe('AUTHORIZED')
    expect(await payment.read()).toMatchObject({
      payment_status: 'SETTLING',
      refunded_amount: 999,
      refund: { status: 'succeeded' },
    })
  })

  test.each([
    ['is no longer held', true],
    ['was released later', false],
  ])('a payment whose void is refused is cancelled once its money %s, and not before', async (_, isGone) => {
    refusals.void = 2
    const payment = await aChargeForNothing(capturedLater)
    await completeLater(240)
    const unclear = await payment.read()

    if (isGone) {
      const transactionId = unclear.payment_details.processor_transaction_id
      await letGo({ reference: `${payment.id} by hand`, transactionId, at: new Date().toISOString() })
    }
    await moveClock(service, 'PT1H')

    expect(unclear.payment_status).toBe('AUTHORIZED')
    expect(await payment.read()).toMatchObject({ payment_status: 'CANCELLED', refunded_amount: 0 })
    expect(await obligationsOf(payment.id)).toMatchObject([{ kind: 'void', state: 'met' }])
  })

  test('money that never settled and was not owed is neither refunded nor charged again', async () => {
    refusals.refund = 100
    const payment = await aChargeForNothing()
    await completeLater(240)
    const { payment_details } = await payment.read()
    await service.database.db
      .updateTable('sandboxProcessor.transactions')
      .set({ traits: JSON.stringify({ settlementFails: true }) })
      .where('id', '=', payment_details.processor_transaction_id)
      .execute()

    await moveClock(service, 'P5D')

    expect(await payment.read()).toMatchObject({ payment_status: 'FAILED', refunded_amount: 0 })
    expect(await obligationsOf(payment.id)).toMatchObject([{ state: 'closed', closedReason: expect.any(String) }])
  })

  describe('and an operator who closes one', () => {
    const byHand = { who: 'mina', why: 'given back in the processor’s dashboard' }
    const openOf = async (paymentId: string) =>
      service.database.db
        .selectFrom('obligations')
        .select('id')
        .where('paymentId', '=', paymentId)
        .where('state', '=', 'open')
        .executeTakeFirstOrThrow()

    test('obligations are listed and reported by doctor until then, are not retried, and show the operator and the reason', async () => {
      refusals.refund = 1000
      const payment = await aChargeForNothing()
      await completeLater(240)
      await moveClock(service, 'PT20M')
      const context = commandContext(service)
      const { id } = await openOf(payment.id)
      const { data } = (await obligationCommands['obligation list'](context)) as { data: { id: string }[] }
      const doctor = (await runDoctor(context)).findings.find(({ check }) => check === 'obligations')

      const closed = await obligationCommands['obligation close'](context, { id, ...byHand })
      await moveClock(service, 'P2D')

      expect(data.find((each) => each.id === id)).toMatchObject({
        kind: 'refund',
        amount: 999,
        payment_id: payment.id,
        tries: 3,
        last_failure: 'The bank is closed.',
      })
      expect(doctor).toMatchObject({ ok: false, message: expect.stringContaining('obligation close') })
      expect(closed).toMatchObject({ state: 'closed', closed_reason: byHand.why, due_at: null })
      const shown = (await obligationCommands['obligation show'](context, { id })) as { tries: object[] }
      expect(shown).toMatchObject({ state: 'closed', actions: [{ what: 'obligation.closed', ...byHand }] })
      expect(shown.tries).toHaveLength(3)
      expect(await payment.read()).toMatchObject({ refunded_amount: 0, refund: { status: 'failed' } })
      await expect(obligationCommands['obligation close'](context, { id, ...byHand })).rejects.toMatchObject({
        code: 'not_found',
      })
    })

    test('a void is closed and its payment cancelled, and never if the money was captured', async () => {
      refusals.void = 1000
      const [expired, taken] = [await aChargeForNothing(capturedLater), await aChargeForNothing(capturedLater)]
      await completeLater(240)
      const { payment_details, amount, currency_code } = await taken.read()
      await processor.capture({
        reference: `${taken.id} by hand at the processor`,
        transactionId: payment_details.processor_transaction_id,
        amount,
        currency: currency_code,
        at: new Date().toISOString(),
      })
      const context = commandContext(service)
      const close = async (payment: { id: string }) =>
        obligationCommands['obligation close'](context, { id: (await openOf(payment.id)).id, ...byHand })

      await expect(close(taken)).rejects.toThrow('was captured: the server refunds it by itself')
      await close(expired)
      refusals.void = 0
      await moveClock(service, 'P1D')

      expect(await expired.read()).toMatchObject({ payment_status: 'CANCELLED', refunded_amount: 0 })
      expect(await taken.read()).toMatchObject({ refunded_amount: 999, refund: { status: 'succeeded' } })
    })

    test('an obligation stays open during a try, and if the operator gives no reason', async () => {
      refusals.refund = 1
      const payment = await aChargeForNothing()
      await completeLater(240)
      processor.isDown = true
      await moveClock(service, 'PT6M')
      const { id } = await openOf(payment.id)
      const context = commandContext(service)

      await expect(obligationCommands['obligation close'](context, { id, ...byHand })).rejects.toThrow(
        'A try of it is in flight: see attempt',
      )
      await expect(obligationCommands['obligation close'](context, { id, ...byHand, why: ' ' })).rejects.toThrow(
        '--why must not be blank',
      )
      processor.isDown = false
      await completeLater(100_000)

      expect(await obligationsOf(payment.id)).toMatchObject([{ state: 'met' }])
    })
  })

  test('where money never came and its whole refund is refused after that, its period is owed and charged again', async () => {
    const subscriber = await subscribe(settlementFails)
    const [{ id }] = await subscriber.payments()
    processor.isDown = true
    Object.assign(refusals, { lost: 1, refund: 1 })
    await service.send('POST', `/payments/refund/${id}`, { body: {} })
    await moveClock(service, 'P1DT1H')
    const lost = await subscriber.subscription()

    processor.isDown = false
    await completeLater(240)
    await moveClock(service, 'P3D')

    expect(lost).toMatchObject({ status: 'active', past_due: null })
    expect(await subscriber.payments()).toMatchObject([
      { payment_status: 'FAILED', refunded_amount: 0, refund: { status: 'failed' } },
      { amount: 999, payment_type: 'MIT' },
    ])
  })
})
