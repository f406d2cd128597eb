import { stripeProcessor } from '@billing-checkout/stripe'
import { accountOptionsOf, type FakeStripe, startFakeStripe } from '@billing-checkout/stripe/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { withHostedFields } from '../../support/stripe/hosted-fields.ts'
import { aBuyer, aMonthlyPlan, createPlan } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

const confirm = 'POST /v1/payment_intents/:id/confirm'
const create = 'POST /v1/payment_intents'
const day = 24 * 3600 * 1000

/** The members of a payment that these tests read. */
interface Paid {
  readonly payment_status: string
}

/** The fault of each month's renewal, by the number of the month modulo seven; the seventh month has none. */
const mishaps = [
  [],
  // Stripe never receives the request.
  [create, 'cut_before'],
  // The intent is made but not confirmed, as though the server had died in between.
  [confirm, 'cut_before'],
  // The intent is paid, but the answer is lost.
  [confirm, 'cut_after'],
  // Stripe stores an error of its own as the answer: after the intent was paid, before it was paid, and after it was made.
  [confirm, 'error_after'],
  [confirm, 'error_before'],
  [create, 'error_after'],
] as const

describeUsualDatabase('a shop that charges through Stripe’s fake', (open, kind) => {
  let fake: FakeStripe
  let billing = new Date()
  beforeAll(async () => {
    fake = await startFakeStripe({ limits: null, clocks: { billing: () => billing } })
  })
  afterAll(() => fake.close())
  const service = useService(open, () => ({
    processor: withHostedFields(
      stripeProcessor(accountOptionsOf(fake, { methodKinds: ['CARD', 'PAYPAL', 'CASHAPP'] })),
    ),
  }))

  /** Runs `completeAttempts` as though the leases had expired. */
  const complete = () => completeAttempts(service.billing, { aheadSeconds: 1000 })
  /** Moves the shop's clock and Stripe's. */
  const move = async (to: Date) => {
    billing = new Date(to.getTime() + 3 * day)
    await moveClock(service, to.toISOString())
    await complete()
  }
  /** The amounts that Stripe has collected for payments, by their ids. */
  const takenFor = async (...ids: readonly string[]) => {
    const seen = await Promise.all(ids.map((id) => service.send('GET', `/payments/${id}`)))
    const ours = JSON.stringify(seen.map(({ body }) => body))
    return [...fake.books.charges.values()]
      .filter((charge) => charge.paid && ours.includes(String(charge.payment_intent)))
      .map(({ amount_captured: amount }) => amount)
  }
  const idsOf = (payments: readonly { readonly id: string }[]) => payments.map(({ id }) => id)
  const planId = async () => String((await createPlan(service, aMonthlyPlan())).id)

  // Moving the clocks takes half a minute, so run this on one database only.
  test.runIf(kind === 'postgresql')(
    'renews for a year despite lost calls, charges each month once, and settles when Stripe has the money',
    async () => {
      const { subscription, payments } = await aSubscriber(service, aMonthlyPlan())
      const { body: clock } = await service.send('GET', '/sandbox/clock')
      const start = new Date(clock.now)

      for (let month = 1; month <= 12; month += 1) {
        const [name, fault] = mishaps[month % mishaps.length] ?? []
        if (name !== undefined && fault !== undefined) fake.faults.fail(name, fault)
        await move(new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + month, start.getUTCDate() + 3)))
      }

      expect([create, confirm].map((name) => fake.faults.next(name))).toEqual([undefined, undefined])
      const made = await payments()
      const statuses = made.map((payment: { payment_status: string }) => payment.payment_status)
      expect(await subscription()).toMatchObject({ status: 'active' })
      expect(await takenFor(...idsOf(made))).toEqual(Array(13).fill(999))
      expect(statuses).toEqual([...Array(12).fill('SETTLED'), expect.stringMatching(/^SETTL/)])
      expect(fake.count('GET /v1/payment_intents/search')).toBe(0)
    },
  )

  test('makes no subscription past due while Stripe refuses every request', async () => {
    const { subscription, payments } = await aSubscriber(service, aMonthlyPlan())
    const { body: clock } = await service.send('GET', '/sandbox/clock')
    fake.faults.fail(create, 'rate_limit', 100)

    await move(new Date(new Date(clock.now).getTime() + 32 * day))
    const meanwhile = await subscription()
    while (fake.faults.next(create) !== undefined);
    await complete()

    expect(meanwhile.status).toBe('active')
    expect(await subscription()).toMatchObject({ status: 'active' })
    expect(await takenFor(...idsOf(await payments()))).toEqual([999, 999])
  })

  test('makes no subscription past due if Stripe refuses the key: the renewal fails, and is paid when the key works again', async () => {
    const { subscription, payments } = await aSubscriber(service, aMonthlyPlan())
    const { body: clock } = await service.send('GET', '/sandbox/clock')
    const due = new Date(clock.now).getTime() + 32 * day
    fake.revokeKey('sk_test_fake')

    // The fourth failure would count as a decline if the charge were at fault.
    for (const hours of [0, 2, 4, 6]) await move(new Date(due + hours * 3600 * 1000))
    const meanwhile = await subscription()
    const failed = await payments()
    fake.addKey('sk_test_fake')
    await move(new Date(due + 8 * 3600 * 1000))

    expect(meanwhile).toMatchObject({ status: 'active', past_due: null })
    expect(new Set(failed.slice(1).map((payment: Paid) => payment.payment_status))).toEqual(new Set(['FAILED']))
    expect(failed.length).toBeGreaterThan(4)
    expect(await subscription()).toMatchObject({ status: 'active' })
    expect(await takenFor(...idsOf(await payments()))).toEqual([999, 999])
  })

  test('sells to a card of Stripe’s own fields, and accepts each of their tokens once', async () => {
    const pay = async (processor_token: string, connection = 'con_stripe') => {
      const shopper = await aBuyer(service, await planId())
      const payment_method = { type: 'CARD', details: { processor_token, connection } }
      return shopper.pay({}, { payment_method })
    }
    const token = fake.addMethod('pm_card_mastercard')

    const paid = await pay(token)
    const declined = await pay(fake.addMethod('pm_card_chargeDeclined'))
    const refused = [await pay(token), await pay('pm_nobody'), await pay(fake.addMethod('pm_card_visa'), 'con_other')]

    expect(paid.body).toMatchObject({
      payment_status: 'SETTLING',
      subscription: { status: 'active' },
    })
    expect(declined.body.payment_status).toBe('DECLINED')
    expect(refused.map(({ status, body }) => [status, body.error.code])).toEqual([
      [400, 'card_token_invalid'],
      [400, 'card_token_invalid'],
      [409, 'connection_changed'],
    ])
    expect(await takenFor(paid.body.id, declined.body.id)).toEqual([999])
  })

  test('sells to a PayPal account, renews it without its holder, and offers Cash App only for dollars', async () => {
    const shopper = await aBuyer(service, await planId())
    const offered = (await shopper.look()).body
    const dollars = await createPlan(
      service,
      aMonthlyPlan({ price: { default: { amount: 999, currency: 'USD' }, countries: [] } }),
    )
    const { body: inDollars } = await (await aBuyer(service, String(dollars.id))).look()
    const refused = await shopper.pay({}, { payment_method: { type: 'CASHAPP' } })

    const { body: asked } = await shopper.pay({}, { payment_method: { type: 'PAYPAL' } })
    const agreed = await fetch(asked.next_action.url)
    await fetch(agreed.url, { method: 'POST', body: new URLSearchParams({ answer: 'agree' }) })
    const { body: paid } = await service.send('GET', `/payments/${asked.id}`)
    const { body: clock } = await service.send('GET', '/sandbox/clock')
    await move(new Date(new Date(clock.now).getTime() + 32 * day))
    const { body: renewals } = await service.send('GET', `/payments?payment_status_set=${paid.subscription.id}`)

    expect([offered.method_kinds, inDollars.method_kinds]).toEqual([
      ['CARD', 'PAYPAL'],
      ['CARD', 'PAYPAL', 'CASHAPP'],
    ])
    expect(refused.body.error.code).toBe('invalid_parameter')
    expect(asked.next_action.type).toBe('redirect')
    expect(paid).toMatchObject({
      payment_status: 'SETTLING',
      payment_method: { type: 'PAYPAL', details: { payer_info: { payer_id: 'FAKEPAYER' } } },
    })
    expect(renewals.data[0]).toMatchObject({ payment_type: 'MIT', payment_status: expect.stringMatching(/^SETTL/) })
    expect(await takenFor(...idsOf(renewals.data))).toEqual([999, 999])
  })

  test('sells, is declined and sells again to the same shopper', async () => {
    const shopper = await aBuyer(service, await planId())

    const declined = await shopper.pay({ number: '4000000000009995' })
    const paid = await shopper.pay()

    expect(declined.body).toMatchObject({
      payment_status: 'DECLINED',
      status_reason: { status_reason: { decline_code: 'insufficient_funds' } },
    })
    expect(paid.body).toMatchObject({ payment_status: 'SETTLING', subscription: { status: 'active' } })
    expect(await takenFor(declined.body.id, paid.body.id)).toEqual([999])
  })

  test('fails a purchase that is lost between the intent and its confirmation, and the shopper can buy again', async () => {
    const shopper = await aBuyer(service, await planId())
    fake.faults.fail(confirm, 'cut_before')

    const lost = await shopper.pay()
    await complete()
    const { body: ended } = await service.send('GET', `/payments/${lost.body.id}`)
    const again = await shopper.pay()

    expect([lost.body.payment_status, ended.payment_status]).toEqual(['PENDING', 'FAILED'])
    expect(again.body.payment_status).toBe('SETTLING')
    expect(await takenFor(ended.id, again.body.id)).toEqual([999])
  })

  test('refunds once, even if the answer was lost', async () => {
    const { paymentId, payments } = await aSubscriber(service, aMonthlyPlan())
    fake.faults.fail('POST /v1/refunds', 'error_after')

    await service.send('POST', `/payments/refund/${paymentId}`, { body: {} })
    await complete()

    const [payment] = await payments()
    expect(payment).toMatchObject({ refunded_amount: 999, refund: { status: 'succeeded' } })
    const ours = [...fake.books.refunds.values()].filter(({ payment_intent: intent }) =>
      JSON.stringify(payment).includes(String(intent)),
    )
    expect(ours.map(({ amount }) => amount)).toEqual([999])
  })
})
