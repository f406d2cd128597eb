import { stripeProcessor } from '@billing-checkout/stripe'
import { accountOptionsOf, type FakeStripe, nameOfRequest, startFakeStripe } from '@billing-checkout/stripe/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { withHostedFields } from '../../support/stripe/hosted-fields.ts'
import { aBuyer, aMonthlyPlan, createPlan } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

const confirm = 'POST /v1/payment_intents/:id/confirm'
const secretKey = 'sk_test_fake'
const hour = 3_600_000
const day = 24 * hour

/** The members of a payment that these tests read. */
interface Seen {
  readonly id: string
  readonly payment_status: string
}

describeUsualDatabase('a key that Stripe’s fake revokes', (open) => {
  let fake: FakeStripe
  /** How far the wall clock is ahead, in milliseconds. */
  let ahead = 0
  /** The request during which the key is revoked. */
  let revokedAt: string | undefined
  const wall = () => new Date(Date.now() + ahead)
  beforeAll(async () => {
    fake = await startFakeStripe({ limits: null, clocks: { wall } })
  })
  afterAll(() => fake.close())
  const service = useService(open, () => ({
    wallClock: () => wall().toISOString(),
    processor: withHostedFields(
      stripeProcessor(
        accountOptionsOf(fake, {
          environment: {
            now: wall,
            fetch: (url, init) => {
              const path = new URL(String(url)).pathname
              if (nameOfRequest({ method: init?.method ?? 'GET', path }) === revokedAt) fake.revokeKey(secretKey)
              return fetch(url, init)
            },
          },
        }),
      ),
    ),
  }))
  beforeEach(() => {
    ahead = 0
    fake.addKey(secretKey)
    revokedAt = undefined
  })

  const letInAgain = () => {
    revokedAt = undefined
    fake.addKey(secretKey)
  }
  const complete = () => completeAttempts(service.billing, { aheadSeconds: 1000, awaitingRetry: true })
  const takenFor = (payments: readonly Seen[]) => {
    const ours = JSON.stringify(payments)
    return [...fake.books.charges.values()]
      .filter(({ paid, payment_intent }) => paid && ours.includes(String(payment_intent)))
      .map(({ amount_captured, amount_refunded }) => amount_captured - amount_refunded)
  }
  /** A subscriber whose renewal is interrupted, because the key is revoked when the server confirms the charge. */
  const aRenewalWithoutKey = async () => {
    const subscriber = await aSubscriber(service, aMonthlyPlan())
    const { body: clock } = await service.send('GET', '/sandbox/clock')
    revokedAt = confirm
    await moveClock(service, new Date(new Date(clock.now).getTime() + 32 * day).toISOString())
    await complete()
    return subscriber
  }

  test('during the confirmation of a renewal: its payment waits, and is made once when the key works again', async () => {
    const { subscription, payments } = await aRenewalWithoutKey()
    const [meanwhile, waiting] = [await subscription(), (await payments()).at(-1)]

    letInAgain()
    await complete()

    expect(waiting.payment_status).toBe('PENDING')
    expect(meanwhile).toMatchObject({ status: 'active', past_due: null })
    expect(await subscription()).toMatchObject({ status: 'active', past_due: null })
    expect(takenFor(await payments())).toEqual([999, 999])
    expect((await payments()).map((each: Seen) => each.payment_status)).toEqual(['SETTLING', 'SETTLING'])
  })

  test('for longer than keys are remembered: the renewal is closed, retried by another intent, and paid once', async () => {
    const { subscription, payments } = await aRenewalWithoutKey()
    ahead = 3 * day
    fake.forgetKeys()
    letInAgain()

    await complete()
    const closed = (await payments()).at(-1)
    await moveClock(service, 'PT3H')
    await complete()

    expect(closed.payment_status).toBe('FAILED')
    expect(await subscription()).toMatchObject({ status: 'active', past_due: null })
    expect(takenFor(await payments())).toEqual([999, 999])
    expect([...fake.books.paymentIntents.values()].filter(({ status }) => status === 'requires_confirmation')).toEqual(
      [],
    )
  })

  test('during the confirmation of a purchase: the shopper sees the failure once it is certain, and buys again', async () => {
    const shopper = await aBuyer(service, String((await createPlan(service, aMonthlyPlan())).id))
    revokedAt = confirm

    const { body: waiting } = await shopper.pay()
    letInAgain()
    await complete()
    const { body: ended } = await service.send('GET', `/payments/${waiting.id}`)
    const { body: again } = await shopper.pay()

    expect([waiting.payment_status, ended.payment_status]).toEqual(['PENDING', 'FAILED'])
    expect(again).toMatchObject({ payment_status: 'SETTLING', subscription: { status: 'active' } })
    const { body: paid } = await service.send('GET', `/payments/${again.id}`)
    expect(takenFor([ended, paid])).toEqual([999])
  })

  test.each(['POST /v1/refunds', 'GET /v1/payment_intents/:id'])(
    'during a refund’s request for %s: the refund waits, and is made once when the key works again',
    async (request) => {
      const { paymentId, payments, subscription } = await aSubscriber(service, aMonthlyPlan())
      revokedAt = request

      const { body: waiting } = await service.send('POST', `/payments/refund/${paymentId}`, { body: { amount: 400 } })
      await complete()
      letInAgain()
      await complete()

      expect(waiting).toMatchObject({ refunded_amount: 400, refund: { status: 'pending' } })
      expect(await payments()).toMatchObject([{ refunded_amount: 400, refund: { status: 'succeeded' } }])
      expect(takenFor(await payments())).toEqual([599])
      expect(await subscription()).toMatchObject({ status: 'active' })
    },
  )
})
