import { stripeProcessor } from '@billing-checkout/stripe'
import { accountOptionsOf, clientOfFake, type FakeStripe, startFakeStripe } from '@billing-checkout/stripe/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { obligationWork } from '#server/billing/due-work/retry-obligations.ts'
import { runWork } from '#server/billing/worklist/worklist.ts'
import { reconcileDay } from '#server/billing/reconcile/days/reconcile-day.ts'
import { runDoctor } from '#server/cli/doctor/run-doctor.ts'
import { reconcileCommands } from '#server/cli/reconcile/reconcile-commands.ts'
import { readBacklog } from '#server/store/health/read-backlog.ts'
import { commandContext } from '../../support/services/command-context.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { withHostedFields } from '../../support/stripe/hosted-fields.ts'
import { aBuyer, aMonthlyPlan, createPlan } from '../../support/stories/shopper.ts'
import { moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

const cancel = 'POST /v1/payment_intents/:id/cancel'

describeUsualDatabase('an intent that Stripe’s fake declined', (open) => {
  let fake: FakeStripe
  beforeAll(async () => {
    fake = await startFakeStripe({ limits: null })
  })
  afterAll(() => fake.close())
  const service = useService(open, () => ({
    processor: withHostedFields(stripeProcessor(accountOptionsOf(fake))),
  }))
  beforeEach(() => {
    while (fake.faults.next(cancel) !== undefined);
  })

  /** A declined purchase whose cancellation at Stripe fails `times` times, and its intent. */
  const aDecline = async (times: number, fault: 'cut_before' | 'error_before' = 'cut_before') => {
    const shopper = await aBuyer(service, String((await createPlan(service, aMonthlyPlan())).id))
    fake.faults.fail(cancel, fault, times)
    const { body } = await shopper.pay({ number: '4000000000009995' })
    const reference = await referenceOf(body.id)
    const intent = () =>
      [...fake.books.paymentIntents.values()].find(({ metadata }) => metadata['bc_reference'] === reference)!
    const payment = async () => (await service.send('GET', `/payments/${body.id}`)).body
    return { shopper, declined: body, intent, payment, obligations: () => obligationsOf(body.id) }
  }
  const referenceOf = async (paymentId: string) => {
    const { processorKey } = await service.database.db
      .selectFrom('attempts')
      .select('processorKey')
      .where('paymentId', '=', paymentId)
      .executeTakeFirstOrThrow()
    return processorKey
  }
  const obligationsOf = (paymentId: string) =>
    service.database.db
      .selectFrom('obligations')
      .select(['kind', 'state', 'amount', 'tries'])
      .where('paymentId', '=', paymentId)
      .orderBy('createdAt')
      .execute()
  /** Pays an intent with a good card, like a client that has the intent's secret. */
  const payWithSecret = (id: string) =>
    clientOfFake(fake).paymentIntents.confirm(id, { payment_method: 'pm_card_visa' })
  /** The events about the difference between the processor's money and the payment. */
  const differencesTold = async (paymentId: string) => {
    const { body } = await service.send('GET', '/events?type=payment.outcome_differs&limit=1000')
    return body.data.filter((event: { data: { object: { id: string } } }) => event.data.object.id === paymentId)
  }
  /** The differences between the day's balance at Stripe and our books that concern a payment. */
  const differencesOf = async (paymentId: string) => {
    await reconcileDay(service.billing, { connection: 'con_stripe', day: new Date().toISOString().slice(0, 10) })
    const { data } = (await reconcileCommands['difference list'](commandContext(service))) as {
      data: { payment_id: string | null }[]
    }
    return data.filter((each) => each.payment_id === paymentId)
  }
  const complete = () => completeAttempts(service.billing, { aheadSeconds: 1000 })
  /** What Stripe has collected for a payment's intent, less refunds. */
  const keptOf = ({ id }: { readonly id: string }) =>
    [...fake.books.charges.values()]
      .filter(({ paid, payment_intent }) => paid && payment_intent === id)
      .reduce((sum, { amount_captured, amount_refunded }) => sum + amount_captured - amount_refunded, 0)

  test('that is canceled at once leaves no obligation', async () => {
    const { declined, intent, obligations } = await aDecline(0)

    expect(declined.payment_status).toBe('DECLINED')
    expect(intent().status).toBe('canceled')
    expect(await obligations()).toEqual([])
  })

  test('is answered at once if Stripe does not cancel it, and is canceled later, however often that is refused', async () => {
    // The cancellation fails seven times: once after the decline, and twice in each of three later tries.
    const { declined, intent, obligations } = await aDecline(7, 'error_before')
    const before = intent().status
    const owed = await readBacklog(service.database.db)

    for (const later of ['PT1S', 'PT6M', 'PT11M']) await moveClock(service, later)
    const overdue = await readBacklog(service.database.db)
    const doctor = (await runDoctor(commandContext(service))).findings.find(({ check }) => check === 'obligations')
    await moveClock(service, 'P1D')

    expect(declined).toMatchObject({
      payment_status: 'DECLINED',
      status_reason: { status_reason: { decline_code: 'insufficient_funds' } },
    })
    expect(before).toBe('requires_payment_method')
    expect(owed).toMatchObject({ obligationsOpen: 1, obligationsOverdue: 0 })
    expect(overdue).toMatchObject({ obligationsOpen: 1, obligationsOverdue: 1 })
    expect(doctor).toMatchObject({
      ok: false,
      message: expect.stringContaining(`The cancel of payment ${declined.id} was refused 3 times`),
    })
    expect(intent().status).toBe('canceled')
    expect(await obligations()).toMatchObject([{ kind: 'cancel', state: 'met', amount: 999, tries: 3 }])
    expect(await readBacklog(service.database.db)).toMatchObject({ obligationsOpen: 0, obligationsOverdue: 0 })
  })

  test('and that a client pays with its secret first: the money goes back by itself, and the shopper buys meanwhile', async () => {
    const { shopper, declined, intent, payment, obligations } = await aDecline(1)
    await payWithSecret(intent().id)
    const again = await shopper.pay()
    const keptMeanwhile = keptOf(intent())

    await moveClock(service, 'PT1S')
    await complete()

    expect([keptMeanwhile, keptOf(intent())]).toEqual([999, 0])
    expect(again.body).toMatchObject({ payment_status: 'SETTLING', subscription: { status: 'active' } })
    expect(await payment()).toMatchObject({ payment_status: 'DECLINED', refunded_amount: 0 })
    expect(await obligations()).toEqual([
      { kind: 'cancel', state: 'met', amount: 999, tries: 0 },
      { kind: 'refund', state: 'met', amount: 999, tries: 0 },
    ])
    expect(await differencesTold(declined.id)).toHaveLength(1)
    expect(await differencesOf(declined.id)).toEqual([])
  })

  test('that is paid, canceled and refunded by two servers at the same time gives its money back once', async () => {
    const { intent, obligations } = await aDecline(1)
    await payWithSecret(intent().id)

    await Promise.all([runWork(service.billing, obligationWork), runWork(service.billing, obligationWork)])
    await Promise.all([complete(), complete()])

    expect(keptOf(intent())).toBe(0)
    expect((await obligations()).map(({ kind, state }) => [kind, state])).toEqual([
      ['cancel', 'met'],
      ['refund', 'met'],
    ])
    expect(
      [...fake.books.refunds.values()].filter(({ payment_intent }) => payment_intent === intent().id),
    ).toHaveLength(1)
  })

  test('that verified a card is canceled, although it could never be paid', async () => {
    const plan = await createPlan(service, aMonthlyPlan({ trial_interval: 'days', trial_interval_count: 7 }))
    const shopper = await aBuyer(service, String(plan.id))
    fake.faults.fail('POST /v1/setup_intents/:id/cancel', 'cut_before')

    const { body } = await shopper.pay({ number: '4000000000009995' })
    const owed = await obligationsOf(body.id)
    await moveClock(service, 'PT1S')

    expect(body.payment_status).toBe('DECLINED')
    expect(owed).toEqual([{ kind: 'cancel', state: 'open', amount: 0, tries: 0 }])
    expect(await obligationsOf(body.id)).toMatchObject([{ state: 'met' }])
    expect([...fake.books.setupIntents.values()].map(({ status }) => status)).toEqual(['canceled'])
  })
})
