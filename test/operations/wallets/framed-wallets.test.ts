import { stripeProcessor } from '@billing-checkout/stripe'
import { type FakeStripe, startFakeStripe } from '@billing-checkout/stripe/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { readWalletOffer } from '#server/billing/checkout/wallet-offer.ts'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { resultCodeOf } from '../../support/stories/plan-changes.ts'
import type { RunningService } from '../../support/services/running-service.ts'
import { aBuyer, aMonthlyPlan, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

const aTrial = { trial_interval: 'days', trial_interval_count: 7 }
const months = (count: number) => `P${32 * count}D`

describeUsualDatabase('Apple Pay and Google Pay by Stripe’s own button', (open) => {
  let fake: FakeStripe
  let billing = new Date()
  beforeAll(async () => {
    fake = await startFakeStripe({ limits: null, clocks: { billing: () => billing } })
  })
  afterAll(() => fake.close())
  const service = useService(open, ({ db }) => {
    const account = {
      accountId: 'acct_fake',
      secretKey: 'sk_test_fake',
      publishableKey: 'pk_test_fake',
      livemode: false,
      methodKinds: ['CARD', 'APPLE_PAY', 'GOOGLE_PAY'],
      connectedAt: new Date(Date.now() - 60_000),
      clientConfig: fake.clientConfig,
    } as const
    return {
      processor: stripeProcessor({ ...account, connection: 'con_stripe' }),
      otherProcessors: [{ ...sandboxProcessor({ database: db }), id: 'con_sealed' }],
    }
  })
  const move = async (by: string) => {
    billing = new Date(Date.now() + 400 * 24 * 3600 * 1000)
    await moveClock(service, by)
    await completeAttempts(service.billing, { aheadSeconds: 1000 })
  }
  const paying = async (type: string, token: string, plan = {}) => {
    const { id } = await createPlan(service, aMonthlyPlan(plan))
    const shopper = await aBuyer(service, String(id))
    return shopper.pay({}, { payment_method: { type, details: { processor_token: token, connection: 'con_stripe' } } })
  }
  const chargesOf = async (subscription: { readonly id: string }) =>
    (await service.send('GET', `/payments?payment_status_set=${subscription.id}`)).body.data

  test.each([
    ['APPLE_PAY', 'apple_pay', true],
    ['GOOGLE_PAY', 'google_pay', false],
  ] as const)('%s pays at once, and its renewals are charged without the holder', async (type, wallet, isTokenized) => {
    const { body: paid } = await paying(type, fake.addMethod('pm_card_visa', wallet))
    await move(months(1))
    const charges = await chargesOf(paid.subscription)
    const { body: customers } = await service.send('GET', `/customers/${paid.customer.id}`)

    expect(paid).toMatchObject({
      payment_status: 'SETTLING',
      payment_token_type: 'PROCESSOR_TOKEN',
      payment_method: { type, details: { last4: '4242', number: null, is_network_tokenized: isTokenized } },
    })
    expect(charges).toMatchObject([
      { payment_type: 'MIT', payment_status: expect.stringMatching(/^SETTL/), payment_method: { type } },
      { payment_type: 'CIT', payment_status: expect.stringMatching(/^SETTL/) },
    ])
    expect(JSON.stringify(customers)).toContain(type)
    expect([...fake.books.paymentIntents.values()].at(-1)).toMatchObject({ payment_method_types: ['card'] })
  })

  test('a card from Link is charged and stored like one that was typed', async () => {
    const { body: paid } = await paying('CARD', fake.addMethod('pm_card_visa', 'link'))
    await move(months(1))

    expect(paid).toMatchObject({ payment_status: 'SETTLING', payment_method: { type: 'CARD' } })
    expect(await chargesOf(paid.subscription)).toMatchObject([{ payment_type: 'MIT' }, { payment_type: 'CIT' }])
  })

  test('a free trial verifies the wallet, and the first charge follows without its holder', async () => {
    const { body: begun } = await paying('APPLE_PAY', fake.addMethod('pm_card_visa', 'apple_pay'), aTrial)
    await move('P8D')
    const [first] = await chargesOf(begun.subscription)

    expect(begun).toMatchObject({ amount: 0, payment_status: 'SETTLING', subscription: { status: 'trial' } })
    expect(first).toMatchObject({ amount: 999, payment_type: 'MIT', payment_status: expect.stringMatching(/^SETTL/) })
  })

  test('no bank adds a 3-D Secure challenge if the wallet has authenticated its holder', async () => {
    const { body: paid } = await paying('APPLE_PAY', fake.addMethod('pm_card_threeDSecureOptional', 'apple_pay'))
    const { body: typed } = await paying('CARD', fake.addMethod('pm_card_threeDSecureOptional'))

    expect([paid.payment_status, typed.payment_status]).toEqual(['SETTLING', 'PENDING'])
  })

  test('a token is valid once and for its own kind, and another token is refused before anything is charged', async () => {
    const before = fake.books.paymentIntents.size
    const used = fake.addMethod('pm_card_visa', 'apple_pay')
    const refused = [
      await paying('APPLE_PAY', fake.addMethod('pm_card_visa')),
      await paying('CARD', fake.addMethod('pm_card_visa', 'apple_pay')),
      await paying('GOOGLE_PAY', fake.addMethod('pm_card_visa', 'apple_pay')),
      await paying('APPLE_PAY', 'pm_nobody'),
    ]
    const paid = await paying('APPLE_PAY', used)
    const again = await paying('APPLE_PAY', used)

    expect(refused.map(resultCodeOf)).toEqual(Array(4).fill('card_token_invalid'))
    expect(paid.body.payment_status).toBe('SETTLING')
    expect(resultCodeOf(again)).toBe('card_token_invalid')
    expect(fake.books.paymentIntents.size - before).toBe(1)
  })

  test('a card that was typed first and comes from a wallet later is stored once, as the wallet', async () => {
    const { id } = await createPlan(
      service,
      aMonthlyPlan({ type: 'one-off', interval: undefined, interval_count: undefined }),
    )
    const payAs = async (type: string, token: string, customer: object) => {
      const shopper = await aShopper(service, { customer, plan: { id } })
      const details = { processor_token: token, connection: 'con_stripe' }
      return (await shopper.pay({}, { store: true, payment_method: { type, details } })).body
    }

    const typed = await payAs('CARD', fake.addMethod('pm_card_jcb'), { external_id: crypto.randomUUID() })
    await payAs('GOOGLE_PAY', fake.addMethod('pm_card_jcb', 'google_pay'), { id: typed.customer.id })
    const { body: customer } = await service.send('GET', `/customers/${typed.customer.id}`)

    expect(customer.payment_methods.map(({ type }: { type: string }) => type)).toEqual(['GOOGLE_PAY'])
  })

  test('a device’s token is refused if payments use the processor’s button', async () => {
    const { id } = await createPlan(service, aMonthlyPlan())
    const shopper = await aBuyer(service, String(id))

    const refused = await shopper.pay(
      {},
      { payment_method: { type: 'APPLE_PAY', details: { token: 'sandbox_apple_pay' } } },
    )

    expect(resultCodeOf(refused)).toBe('connection_changed')
  })

  test('is offered with its frame, but not if cards are typed into our own fields', async () => {
    const routing = [{ connection: 'con_sealed', kinds: ['CARD'] }, { connection: 'con_stripe' }]
    const { key } = await service.addOrganization('Mixed', { routing })
    const mixed: RunningService = {
      ...service,
      send: (method, path, sent) => service.send(method, path, { key, ...sent }),
    }
    const look = async (shop: RunningService) => {
      const { id } = await createPlan(shop, aMonthlyPlan())
      return (await (await aBuyer(shop, String(id))).look()).body
    }

    const [offered, beside] = [await look(service), await look(mixed)]

    const urlOf = (type: string) =>
      expect.stringMatching(new RegExp(`/frame/${offered.session.id}/${type}/${offered.quote.hash}$`))
    expect([offered.method_kinds, offered.wallet_frames]).toEqual([
      ['CARD'],
      [
        { type: 'APPLE_PAY', url: urlOf('APPLE_PAY') },
        { type: 'GOOGLE_PAY', url: urlOf('GOOGLE_PAY') },
      ],
    ])
    expect(offered.connections).toMatchObject({ CARD: 'con_stripe', APPLE_PAY: 'con_stripe' })
    expect([beside.method_kinds, beside.wallet_frames]).toEqual([['CARD'], []])
  })

  test.each([
    ['ISK', 1500, 150_000],
    ['EUR', 1500, 1500],
  ])('in %s the sheet shows %i, as Stripe’s script counts: %i', async (currency, amount, told) => {
    const price = { default: { amount, currency }, countries: [] }
    const { id } = await createPlan(service, aMonthlyPlan({ price }))
    const { body: checkout } = await (await aBuyer(service, String(id))).look()
    const wanted = { kind: 'APPLE_PAY', quote: checkout.quote.hash } as const

    const offered = await readWalletOffer(service.billing, checkout.session.id, wanted)

    expect(offered?.offer).toMatchObject({ amount: told, currency, recurring: { amount: told } })
  })
})
