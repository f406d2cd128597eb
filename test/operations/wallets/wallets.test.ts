import { accountTypes } from '@billing-checkout/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import type { BankAnswer } from '../../support/processors/bank.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import type { RunningService } from '../../support/services/running-service.ts'
import { aMonthlyPlan, aShopper, createPlan, type Shopper } from '../../support/stories/shopper.ts'
import { moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'
import {
  payWithWallet,
  walletBody as bodyOf,
  walletPage as pageOf,
  type WalletType,
} from '../../support/processors/wallets.ts'

const details = {
  PAYPAL: {
    payer_info: {
      email: 'pat.payer@example.com',
      first_name: 'Pat',
      last_name: 'Payer',
      payer_id: 'SANDBOXPAYER1',
    },
  },
  VENMO: { username: 'pat-payer' },
  CASHAPP: { cashtag: '$patpayer' },
  APPLE_PAY: { is_network_tokenized: true, last4: '4242', number: '424242******4242', bin_data: { brand: 'visa' } },
  GOOGLE_PAY: { is_network_tokenized: true, last4: '4242', number: '424242******4242', bin_data: { brand: 'visa' } },
} as const

describeUsualDatabase('wallets', (open) => {
  let planId: string
  let buyers = 0

  const service = useService(open)
  beforeAll(async () => {
    planId = (await createPlan(service)).id
  })

  const aBuyer = (members: object = {}) =>
    aShopper(service, { customer: { external_id: `w${++buyers}` }, plan: { id: planId }, ...members })
  const find = async (id: string) => (await service.send('GET', `/payments/${id}`)).body
  const payWith = (shopper: Shopper, type: WalletType, answer?: BankAnswer) =>
    payWithWallet(service, shopper, type, answer)
  const walletPage = (payment: { next_action: { url: string } }) => pageOf(service, payment)

  test('the checkout offers the wallets that the processor can charge and the organization has set', async () => {
    const { body: all } = await (await aBuyer()).look()
    const narrow = await service.addOrganization('Narrow', { payment_method_kinds: ['CARD', 'PAYPAL'] })
    const asNarrow: RunningService = {
      ...service,
      send: (method, path, sent) => service.send(method, path, { key: narrow.key, ...sent }),
    }
    const plan = await createPlan(asNarrow)
    const shopper = await aShopper(asNarrow, { customer: { email: 'n@example.com' }, plan: { id: plan.id } })
    const { body: few } = await shopper.look()
    const refused = await shopper.pay({}, bodyOf('VENMO'))

    expect(all.method_kinds).toEqual(['CARD', 'PAYPAL', 'VENMO', 'CASHAPP', 'APPLE_PAY', 'GOOGLE_PAY'])
    expect(few.method_kinds).toEqual(['CARD', 'PAYPAL'])
    expect(refused.body.error).toMatchObject({
      code: 'invalid_parameter',
      details: [{ path: 'body.payment_method.type' }],
    })
  })

  describe.each(Object.keys(details) as WalletType[])('%s', (type) => {
    test('pays, is stored with its own details, and is charged again at the renewal', async () => {
      const payment = await payWith(await aBuyer(), type)
      await moveClock(service, 'P1M1D')
      const { body: customer } = await service.send('GET', `/customers/${payment.customer.id}`)
      const { body: renewals } = await service.send('GET', `/payments?payment_status_set=${payment.subscription.id}`)

      expect(payment).toMatchObject({
        payment_status: 'SETTLING',
        payment_method: { type, details: details[type] },
        payment_token_type: type.endsWith('_PAY') ? 'NETWORK_TOKEN' : 'PROCESSOR_TOKEN',
        three_d_secure: null,
      })
      expect(customer.payment_methods).toMatchObject([{ type, details: details[type] }])
      expect(renewals.data[0]).toMatchObject({
        payment_type: 'MIT',
        payment_status: 'SETTLED',
        payment_token_type: 'PROCESSOR_TOKEN',
        payment_method: { type, details: details[type] },
      })
    })

    test('can be chosen again at the next checkout, is listed once, and can be detached', async () => {
      const buyer = await aBuyer()
      const first = await payWith(buyer, type)
      const other = await createPlan(service, aMonthlyPlan({ name: 'Other' }))
      const again = await aShopper(service, { customer: { id: first.customer.id }, plan: { id: other.id } })
      const { body: checkout } = await again.look()
      const [saved] = checkout.payment_methods
      const { body: second } = await again.pay({}, { payment_method: { id: saved.id } })
      const third = await aShopper(service, {
        customer: { id: first.customer.id },
        plan: { id: (await createPlan(service, aMonthlyPlan({ name: 'Third' }))).id },
      })
      await payWith(third, type)
      const { body: customer } = await service.send('GET', `/customers/${first.customer.id}`)
      await service.send('DELETE', `/payment-methods/${saved.id}`)

      expect(checkout.payment_methods).toMatchObject([{ type, label: labels[type] }])
      expect(second).toMatchObject({ payment_status: 'SETTLING', payment_method: { id: saved.id, type } })
      expect(customer.payment_methods).toHaveLength(1)
      const { body: after } = await service.send('GET', `/customers/${first.customer.id}`)
      expect(after.payment_methods).toEqual([])
    })
  })

  describe.each(accountTypes)('the page of %s', (type) => {
    test.each([
      ['failed', 'DECLINED', 'card_declined'],
      ['cancelled', 'CANCELLED', 'authentication_abandoned'],
    ] as const)('ends %s as %s, and another try is possible', async (answer, status, code) => {
      const shopper = await aBuyer()

      const payment = await payWith(shopper, type, answer)
      const again = await payWith(shopper, type)

      expect(payment).toMatchObject({
        payment_status: status,
        status_reason: { status_reason: { decline_code: code } },
      })
      expect(again.payment_status).toBe('SETTLING')
    })
  })

  test('an account is approved on a page of its own in a sandbox, to which the shopper is sent', async () => {
    const shopper = await aBuyer()
    const { body: payment } = await shopper.pay({}, bodyOf('PAYPAL'))

    const sent = await fetch(payment.next_action.url, { redirect: 'manual' })
    const page = await fetch(new URL(sent.headers.get('location')!, service.url))

    expect(payment).toMatchObject({ payment_status: 'PENDING', next_action: { type: 'redirect' } })
    expect([sent.status, page.status]).toEqual([303, 200])
    expect(page.headers.get('content-security-policy')).toMatch(/^sandbox allow-forms allow-scripts;/)
    expect(await page.text()).toContain('PayPal')
  })

  test('a browser that left the shop returns to the shop, and to no other site', async () => {
    const leave = async (returnTo: string) => {
      const { body } = await (await aBuyer()).pay({}, bodyOf('VENMO'))
      await fetch(`${body.next_action.url}?return_to=${encodeURIComponent(returnTo)}`, { redirect: 'manual' })
      return (await walletPage(body).comeBack()).html
    }

    expect(await leave('http://localhost:4243/order/1')).toContain('"returnTo":"http://localhost:4243/order/1"')
    expect(await leave('https://evil.example/')).toContain('"returnTo":null')
    expect(await leave('javascript:alert(1)')).toContain('"returnTo":null')
  })

  test('the server waits at most ten minutes for the approval of an account', async () => {
    const { body } = await (await aBuyer()).pay({}, bodyOf('CASHAPP'))

    await completeAttempts(
      { ...service.billing, wallClock: () => new Date(Date.now() + 11 * 60_000).toISOString() },
      { aheadSeconds: 11 * 60 },
    )
    await walletPage(body).answer('passed')

    expect((await find(body.id)).payment_status).toBe('CANCELLED')
  })

  test.each([
    ['sandbox_apple_pay_declined', 'card_declined'],
    ['made up', 'card_declined'],
  ])('a device whose token is %s is declined', async (token, code) => {
    const { body } = await (await aBuyer()).pay({}, { payment_method: { type: 'APPLE_PAY', details: { token } } })

    expect(body).toMatchObject({
      payment_status: 'DECLINED',
      status_reason: { status_reason: { decline_code: code } },
    })
  })

  test('a device’s token is stored nowhere', async () => {
    const token = 'sandbox_wallet_token_that_must_not_be_kept'
    await (await aBuyer()).pay({}, { payment_method: { type: 'GOOGLE_PAY', details: { token } } })

    const attempts = await service.database.db.selectFrom('attempts').selectAll().execute()
    const payments = await service.database.db.selectFrom('payments').selectAll().execute()

    expect(JSON.stringify([attempts, payments, service.logged])).not.toContain(token)
  })

  test('an API key cannot pay with a new wallet', async () => {
    const { status, body } = await service.send('POST', '/payments', {
      body: { customer: { external_id: 'w1' }, plan: { id: planId }, payment_method: { type: 'PAYPAL' } },
    })

    expect([status, body.error.code]).toEqual([400, 'card_token_invalid'])
  })

  test('a free trial verifies an account', async () => {
    const trial = await createPlan(
      service,
      aMonthlyPlan({
        name: 'Trial',
        trial_interval: 'days',
        trial_interval_count: 7,
        trial_price: { default: { amount: 0, currency: 'EUR' }, countries: [] },
      }),
    )

    const { body } = await (await aBuyer({ plan: { id: trial.id } })).pay({}, bodyOf('PAYPAL'))
    const page = await fetch(new URL((await walletPage(body).open()).challenge, service.url))
    await walletPage(body).answer('passed')
    const payment = await find(body.id)

    expect(await page.text()).toContain('Nothing is charged now')
    expect(payment).toMatchObject({ amount: 0, payment_status: 'SETTLING', subscription: { status: 'trial' } })
  })
})

const labels: Readonly<Record<WalletType, string | null>> = {
  PAYPAL: 'p•••@example.com',
  VENMO: 'pat-payer',
  CASHAPP: '$patpayer',
  APPLE_PAY: null,
  GOOGLE_PAY: null,
}
