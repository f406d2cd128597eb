import { expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { updateOrganization } from '#server/organization/organizations.ts'
import type { FinalOutcome, ProcessorOutcome, Processor } from '#server/processors/processor.ts'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { aMonthlyPlan, createPlan } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

const capturedLater = '4000000000007775'

const facts = (reference: string): Extract<FinalOutcome, { kind: 'abandoned' }>['facts'] => ({
  transactionId: `hosted ${reference}`,
  processor: { id: 'hosted', type: 'hosted', description: 'Hosted processor', merchantId: 'books' },
  tokenType: 'PROCESSOR_TOKEN',
  avs: { postalCode: 'unchecked', streetAddress: 'unchecked' },
  cvc: 'unchecked',
  authCode: null,
  networkPaymentId: null,
  arn: null,
  threeDSecure: null,
})
const asking: ProcessorOutcome = {
  kind: 'action_required',
  action: { type: 'three_d_secure', url: 'https://bank.example/ask' },
  threeDSecure: null,
}
const lost: ProcessorOutcome = { kind: 'unknown', message: 'The processor did not answer in time.' }
const broken: FinalOutcome = { kind: 'failed', message: 'The processor is being repaired.' }
const abandonedAs = (reference: string): FinalOutcome => ({
  kind: 'abandoned',
  facts: facts(reference),
  message: 'The cardholder was not there.',
})
const declinedAs = (reference: string): FinalOutcome => ({
  kind: 'declined',
  facts: facts(reference),
  declineCode: 'insufficient_funds',
  message: 'Not today.',
})

/** A processor that requires shoppers to act on its own pages, although no shopper is there. */
const asks: Partial<Processor> = {
  authorize: async () => asking,
  lookUp: async () => asking,
  close: async (reference) => abandonedAs(reference),
}
/** Starts a challenge, and fails the first time that the challenge is closed. */
const asksAndBreaks = (): Partial<Processor> => {
  let closings = 0
  return {
    ...asks,
    async close(reference) {
      closings += 1
      if (closings === 1) throw new Error('503')
      return abandonedAs(reference)
    },
  }
}

const ends: readonly (readonly [string, () => Partial<Processor>, object, object])[] = [
  [
    'declined',
    () => ({ authorize: async ({ reference }) => declinedAs(reference) }),
    { payment_status: 'DECLINED', status_reason: { status_reason: { decline_code: 'insufficient_funds' } } },
    { status: 'past_due', next_billing_date: expect.any(String), past_due: { attempt_count: 1 } },
  ],
  ...(
    [
      ['abandoned at once', () => ({ authorize: async ({ reference }) => abandonedAs(reference) })],
      ['told to ask the shopper', () => asks],
      ['told so, and closing it breaks', asksAndBreaks],
      ['told so after a lost answer', () => ({ ...asks, authorize: async () => lost })],
    ] satisfies [string, () => Partial<Processor>][]
  ).map(
    ([how, twist]) =>
      [
        how,
        twist,
        { payment_status: 'DECLINED', status_reason: { status_reason: { decline_code: 'authentication_required' } } },
        { status: 'past_due', next_billing_date: null, past_due: { attempt_count: 1 } },
      ] as const,
  ),
  [
    'refused for certain',
    () => ({ authorize: async () => broken }),
    { payment_status: 'FAILED' },
    { status: 'active', next_billing_date: expect.any(String) },
  ],
  [
    'never heard of, and closed',
    () => ({
      authorize: async () => lost,
      lookUp: async () => undefined,
      close: async () => undefined,
    }),
    { payment_status: 'FAILED' },
    { status: 'active', next_billing_date: expect.any(String) },
  ],
  [
    'authorized and never captured',
    () => ({ capture: async () => broken }),
    { payment_status: 'FAILED' },
    { status: 'past_due', next_billing_date: expect.any(String) },
  ],
]

describeEachDatabase('a renewal', (open) => {
  let sandbox: Processor
  let twist: Partial<Processor> = {}

  const service = useService(open, (database) => {
    sandbox = sandboxProcessor({ database: database.db })
    const processor: Processor = {
      ...sandbox,
      authorize: (request) => (twist.authorize ?? sandbox.authorize)(request),
      capture: (request) => (twist.capture ?? sandbox.capture)(request),
      lookUp: (reference) => (twist.lookUp ?? sandbox.lookUp)(reference),
      close: (reference) => (twist.close ?? sandbox.close)(reference),
    }
    return { processor }
  })

  const aRenewal = async (how: Partial<Processor>) => {
    twist = {}
    const subscriber = await aSubscriber(service, aMonthlyPlan(), { number: capturedLater })
    await completeAttempts(service.billing)
    twist = how
    await moveClock(service, 'P1M')
    return subscriber
  }
  /** Runs `completeAttempts` two days later, when the processor no longer recognizes any idempotency key. */
  const complete = () =>
    completeAttempts(
      { ...service.billing, wallClock: () => new Date(Date.now() + 48 * 3_600_000).toISOString() },
      { aheadSeconds: 48 * 3600 },
    )

  test.each(ends)('that is %s leaves its subscription with a next step', async (_, how, ended, left) => {
    const subscriber = await aRenewal(how())

    await complete()
    const payment = (await subscriber.payments()).at(-1)
    const row = await subscriber.row()

    expect(payment).toMatchObject({ payment_type: 'MIT', ...ended })
    expect(await subscriber.subscription()).toMatchObject(left)
    expect(row).toMatchObject({ renewalPaymentId: null, dueAt: expect.any(String) })
    expect((await subscriber.events()).slice(1)).not.toEqual([])
  })

  test('that needs the shopper is given up after thirty days, and never retried by itself', async () => {
    const subscriber = await aRenewal(asks)
    twist = {}

    await moveClock(service, 'P31D')

    expect(
      (await subscriber.payments()).map(({ payment_status }: { payment_status: string }) => payment_status),
    ).toEqual(['SETTLED', 'DECLINED'])
    expect((await subscriber.subscription()).status).toBe('cancelled')
  })

  test.each([
    ['declined', declinedAs, 'DECLINED'],
    ['abandoned', abandonedAs, 'DECLINED'],
    ['refused for certain', () => broken, 'FAILED'],
  ] as const)(
    'that is %s after its subscription was cancelled ends with the subscription',
    async (_, endedAs, status) => {
      const subscriber = await aRenewal({ authorize: async () => lost, lookUp: async () => lost })
      await service.send('POST', `/subscriptions/cancel/${subscriber.id}`)
      twist = { lookUp: async (reference) => endedAs(reference) }

      await complete()

      expect((await subscriber.payments()).at(-1)).toMatchObject({ payment_status: status })
      expect(await subscriber.row()).toMatchObject({ status: 'cancelled', renewalPaymentId: null, dueAt: null })
    },
  )

  test('that is authorized after its subscription was cancelled is voided, and ends with the subscription', async () => {
    const subscriber = await aRenewal({
      async authorize(request) {
        await sandbox.authorize(request)
        return lost
      },
      lookUp: async () => lost,
    })
    await service.send('POST', `/subscriptions/cancel/${subscriber.id}`)
    twist = {}

    await complete()
    await complete()

    expect((await subscriber.payments()).at(-1)).toMatchObject({ payment_status: 'CANCELLED' })
    expect(await subscriber.row()).toMatchObject({ status: 'cancelled', renewalPaymentId: null, dueAt: null })
  })

  test('that a rule blocks ends its subscription', async () => {
    const rule = { name: 'no renewals', when: { brands: ['visa'] }, applies_to_renewals: true }
    twist = {}
    const subscriber = await aSubscriber(service, aMonthlyPlan())
    // Change the rules through the service, not by SQL. Otherwise the service would use its cached organization for up to a second.
    const setRules = (rules: readonly object[]) =>
      updateOrganization(
        service.database.db,
        service.organizationId,
        { settings: { rules } },
        service.billing.wallClock(),
      )
    await setRules([rule])

    await moveClock(service, 'P1M')
    await setRules([])

    expect((await subscriber.payments()).at(-1)).toMatchObject({ payment_status: 'BLOCKED' })
    expect(await subscriber.row()).toMatchObject({ status: 'cancelled', renewalPaymentId: null, dueAt: null })
  })

  test('behaves like a charge by the merchant without the shopper, which is also answered at once', async () => {
    twist = {}
    const { customerId } = await aSubscriber(service, aMonthlyPlan())
    const once = {
      name: 'Atlas',
      type: 'one-off',
      price: { default: { amount: 2500, currency: 'EUR' }, countries: [] },
    }
    const plan = await createPlan(service, once)
    twist = asks

    const { body } = await service.send('POST', '/payments', {
      body: { customer: { id: customerId }, plan: { id: plan.id } },
    })

    expect(body).toMatchObject({
      payment_status: 'DECLINED',
      status_reason: { status_reason: { decline_code: 'authentication_required' } },
    })
  })
})
