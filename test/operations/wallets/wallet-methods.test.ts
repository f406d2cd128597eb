import { accountTypes, deviceWalletTypes, paymentMethodTypes } from '@billing-checkout/contract'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock, endAllSubscriptions } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'
import { payWithWallet, walletBody, type WalletType } from '../../support/processors/wallets.ts'

const walletTypes = paymentMethodTypes.filter((type) => type !== 'CARD')

describeUsualDatabase('a wallet', (open) => {
  let planId: string
  let buyers = 0

  const service = useService(open)
  beforeAll(async () => {
    planId = (await createPlan(service)).id
  })
  afterEach(() => endAllSubscriptions(service))

  const aBuyer = (members: object = {}) =>
    aShopper(service, { customer: { external_id: `m${++buyers}` }, plan: { id: planId }, ...members })
  const anotherPlan = async (name: string) => (await createPlan(service, aMonthlyPlan({ name }))).id
  const methodsOf = async (customerId: string) =>
    (await service.send('GET', `/customers/${customerId}`)).body.payment_methods

  describe.each(walletTypes)('of the kind %s', (type) => {
    test('that was stored is charged at the next checkout without 3-D Secure', async () => {
      const first = await payWithWallet(service, await aBuyer(), type)
      const next = await aBuyer({
        customer: { id: first.customer.id },
        plan: { id: await anotherPlan(`Saved ${type}`) },
      })
      const { body: paid } = await next.pay({}, { payment_method: { id: first.payment_method.id } })

      expect(paid).toMatchObject({
        payment_status: 'SETTLING',
        payment_type: 'CIT',
        payment_token_type: 'PROCESSOR_TOKEN',
        three_d_secure: null,
      })
    })

    test('is charged by the merchant without the shopper', async () => {
      const first = await payWithWallet(service, await aBuyer(), type)
      const once = {
        name: `Once ${type}`,
        type: 'one-off',
        price: { default: { amount: 500, currency: 'EUR' }, countries: [] },
      }
      const { id } = await createPlan(service, once)

      const { body: paid } = await service.send('POST', '/payments', {
        body: { customer: { id: first.customer.id }, plan: { id } },
      })

      expect(paid).toMatchObject({
        payment_status: 'SETTLING',
        payment_type: 'MIT',
        amount: 500,
        payment_method: { type, id: first.payment_method.id },
        three_d_secure: null,
      })
    })

    test('replaces a card, pays an owed period, and pays another plan', async () => {
      const updated = await aSubscriber(service, aMonthlyPlan({ name: `Update ${type}` }))
      const owing = await aSubscriber(service, aMonthlyPlan({ name: `Owing ${type}` }), { number: '4000000000000341' })
      const changing = await aSubscriber(service, aMonthlyPlan({ name: `Change ${type}` }))
      const dearer = await createPlan(
        service,
        aMonthlyPlan({ name: `Dearer ${type}`, price: { default: { amount: 5000, currency: 'EUR' }, countries: [] } }),
      )
      const sessionOf = (subscriber: { id: string; customerId: string }, members: object = {}) =>
        aShopper(service, { customer: { id: subscriber.customerId }, subscription: { id: subscriber.id }, ...members })
      const verified = await payWithWallet(service, await sessionOf(updated), type)
      const changed = await payWithWallet(service, await sessionOf(changing, { plan: { id: dearer.id } }), type)
      await moveClock(service, 'P1M1D')
      const recovered = await payWithWallet(service, await sessionOf(owing), type)
      const renewal = (await updated.payments()).at(-1)

      expect(verified).toMatchObject({ amount: 0, payment_status: 'SETTLING' })
      expect(renewal).toMatchObject({ payment_status: 'SETTLED', payment_type: 'MIT', payment_method: { type } })
      expect(changed).toMatchObject({ payment_status: 'SETTLING', subscription: { plan: { id: dearer.id } } })
      expect(recovered).toMatchObject({ amount: 999, subscription: { status: 'active' } })
    })
  })

  test.each(accountTypes)('of the kind %s is named before an approval and without one', async (type) => {
    const shopper = await aBuyer()
    const { body: waiting } = await shopper.pay({}, walletBody(type))
    const { body: asMerchant } = await service.send('GET', `/payments/${waiting.id}`)
    const { body: checkout } = await shopper.look()
    const declined = await payWithWallet(service, await aBuyer(), type, 'failed')

    for (const { payment_method: method } of [waiting, asMerchant, checkout.payment, declined]) {
      expect(method).toMatchObject({ type, details: unknownOf[type] })
    }
    expect(await methodsOf(declined.customer.id)).toEqual([])
  })

  test('keeps the billing address of its approval', async () => {
    const address = { line1: '1 Main Street', postal_code: '90210', country: 'US' }
    const shopper = await aBuyer()
    const { body } = await shopper.pay(
      {},
      { payment_method: { type: 'GOOGLE_PAY', details: { token: 'sandbox_google_pay' }, billing_address: address } },
    )

    expect((await methodsOf(body.customer.id))[0].billing_address).toMatchObject(address)
  })

  test.each(accountTypes)('of the kind %s has no members that only cards have', async (type) => {
    const paid = await payWithWallet(
      service,
      await aBuyer({ customer: { email: `address${type}@example.com`, address: { country: 'US' } } }),
      type,
    )

    expect(paid).toMatchObject({
      avs_check: { result: { postal_code: 'unchecked', street_address: 'unchecked' } },
      cvc_check: { result: { cvc: 'unchecked' } },
      payment_details: { arn: null, network_payment_id: null, processor_transaction_id: expect.stringMatching(/./) },
    })
  })

  test.each(deviceWalletTypes)('of the kind %s names the card that was declined', async (type) => {
    const { body } = await (await aBuyer()).pay({}, walletBody(type, `sandbox_${type.toLowerCase()}_declined`))

    expect(body).toMatchObject({
      payment_status: 'DECLINED',
      payment_token_type: 'NETWORK_TOKEN',
      payment_method: { type, details: { last4: expect.stringMatching(/^\d{4}$/), is_network_tokenized: true } },
      status_reason: { status_reason: { decline_code: 'card_declined' } },
    })
  })

  test.each([
    ['APPLE_PAY', 'sandbox_google_pay'],
    ['GOOGLE_PAY', 'sandbox_apple_pay'],
    ['APPLE_PAY', 'PAYPAL'],
    ['GOOGLE_PAY', '4242424242424242'],
  ] as const)('of the kind %s is declined with the token %s of another kind', async (type, token) => {
    const { body } = await (await aBuyer()).pay({}, walletBody(type, token))

    expect(body).toMatchObject({
      payment_status: 'DECLINED',
      payment_method: null,
      status_reason: {
        status_reason: {
          decline_code: 'card_declined',
          message: expect.stringContaining('sandbox'),
        },
      },
    })
  })

  test('shows the shopper’s browser only what its holder needs to recognise the account', async () => {
    const shopper = await aBuyer()
    const { id } = await payWithWallet(service, shopper, 'PAYPAL')
    const { body: checkout } = await shopper.look()
    const { body: waiting } = await (await aBuyer()).look()
    const asWidget = await service.send('GET', `/payments/${id}`, { key: waiting.client_token })

    expect(checkout.payment.payment_method.details.payer_info).toEqual({
      email: 'p•••@example.com',
      first_name: null,
      last_name: null,
      payer_id: null,
    })
    expect(asWidget.status).toBe(403)
  })

  test('with the same account is listed once with its customer, and next to another kind', async () => {
    const { customer } = await payWithWallet(service, await aBuyer(), 'PAYPAL')
    const again = async (type: WalletType) =>
      payWithWallet(
        service,
        await aBuyer({ customer: { id: customer.id }, plan: { id: await anotherPlan(type) } }),
        type,
      )
    await again('PAYPAL')
    await again('APPLE_PAY')
    await again('GOOGLE_PAY')

    expect((await methodsOf(customer.id)).map(({ type }: { type: string }) => type).toSorted()).toEqual([
      'APPLE_PAY',
      'GOOGLE_PAY',
      'PAYPAL',
    ])
  })

  test('for one use is not stored', async () => {
    const once = await createPlan(service, {
      name: 'Once',
      type: 'one-off',
      price: { default: { amount: 500, currency: 'EUR' }, countries: [] },
    })
    const paid = await payWithWallet(service, await aBuyer({ plan: { id: once.id } }), 'VENMO')

    expect(paid).toMatchObject({ payment_status: 'SETTLING', payment_method: { details: { username: 'pat-payer' } } })
    expect(await methodsOf(paid.customer.id)).toEqual([])
  })
})

const unknownOf = {
  PAYPAL: { payer_info: { email: null, first_name: null, last_name: null, payer_id: null } },
  VENMO: { username: null },
  CASHAPP: { cashtag: null },
} as const
