import { expect, test } from 'vitest'
import { updateOrganization } from '#server/organization/organizations.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'
import { monthlyPlanAt } from '../../support/stories/plan-changes.ts'
import { aReceipt, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { moveClock } from '../../support/stories/subscriber.ts'

const price = 2500
const aBook = (name = 'The Book') => ({
  name,
  type: 'one-off',
  price: { default: { amount: price, currency: 'EUR' }, countries: [] },
})

describeEachDatabase('withdrawals from one-off purchases', (open) => {
  const service = useService(open, { settings: { emails: 'send' } })
  let addresses = 0
  const anAddress = () => `buyer${(addresses += 1)}@example.com`

  const buy = async (
    email: string,
    { plan = aBook(), country = 'DE', supply }: { plan?: object; country?: string; supply?: string } = {},
  ) => {
    const { id } = await createPlan(service, plan)
    const shopper = await aShopper(service, { customer: { email, country }, plan: { id } })
    const seen = await shopper.look()
    const consent = { ...aReceipt(seen.body), ...(supply && { immediate_supply: supply }) }
    const { body: payment } = await shopper.payAsSeen(seen, { exp_year: 2090 }, { consent })
    expect(payment.payment_status).toBe('SETTLING')
    await moveClock(service, 'PT1M')
    return payment.id as string
  }
  const withdraw = async (email: string, contract?: string) =>
    (await service.send('POST', '/declarations', { body: { kind: 'withdraw', email, ...(contract && { contract }) } }))
      .body
  const refundedOf = async (id: string) => (await service.send('GET', `/payments/${id}`)).body.refunded_amount
  const set = (settings: object) =>
    updateOrganization(
      service.database.db,
      service.organizationId,
      { settings: { ...settings } },
      new Date().toISOString(),
    )

  test('a purchase is refunded in full, once, and the buyer gets an email about it', async () => {
    const email = anAddress()
    const id = await buy(email)

    const first = await withdraw(email, id)
    const second = await withdraw(email, id)
    await moveClock(service, 'PT1M')

    expect(first.effects).toEqual([
      {
        subscription_id: null,
        payment_id: id,
        outcome: 'withdrawn',
        ends_at: null,
        refunds: [{ payment_id: id, amount: price, currency: 'EUR' }],
        refund_at: null,
      },
    ])
    expect(second.effects).toMatchObject([{ payment_id: id, outcome: 'left_to_merchant', refunds: [] }])
    expect(await refundedOf(id)).toBe(price)
    const { body } = await service.send('GET', `/emails?kind=withdrawal&limit=100`)
    expect(body.data.filter(({ to }: { to: string }) => to === email)).toMatchObject([
      { payment_id: id, subscription_id: null, status: 'sent', facts: { amount: price, currency: 'EUR' } },
    ])
  })

  test('a withdrawal can name a purchase by the id of its consent', async () => {
    const email = anAddress()
    const [kept, returned] = [await buy(email), await buy(email)]
    const { body: consent } = await service.send('GET', `/payments/${returned}/consent`)

    expect((await withdraw(email)).effects).toMatchObject([{ refunds: [] }, { refunds: [] }])
    expect((await withdraw(email, consent.id)).effects).toMatchObject([{ payment_id: returned, outcome: 'withdrawn' }])
    await moveClock(service, 'PT1M')
    expect([await refundedOf(kept), await refundedOf(returned)]).toEqual([0, price])
  })

  test('a refund that is held for a review is made once, although the consumer declares the withdrawal twice', async () => {
    await set({ withdrawals: 'review' })
    const email = anAddress()
    const id = await buy(email)
    const first = await withdraw(email)
    await withdraw(email)
    await set({ withdrawals: 'refund' })
    await moveClock(service, 'P14D')

    expect(first.effects).toMatchObject([{ outcome: 'withdrawn', refunds: [{ amount: price }] }])
    expect(await refundedOf(id)).toBe(price)
    expect((await service.send('GET', `/payments/${id}`)).body.refunds).toHaveLength(1)
  })

  test('two withdrawals and a refund by the merchant at the same time refund the price once', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const email = anAddress()
      const id = await buy(email)

      await Promise.all([
        withdraw(email),
        withdraw(email),
        service.send('POST', `/payments/refund/${id}`, { body: { amount: 1000 } }),
      ])
      await moveClock(service, 'PT1M')

      expect(await refundedOf(id)).toBe(price)
    }
  })

  test('a withdrawal has no effect after 20 days, in the USA, and for digital content that was supplied at the buyer’s request', async () => {
    await set({ digital_supply: 'content', withdrawal_url: 'https://shop.example/withdraw' })
    const [late, american, content] = [anAddress(), anAddress(), anAddress()]
    await buy(content, { supply: 'content' })
    await set({ digital_supply: 'none' })
    await buy(american, { country: 'US' })
    const id = await buy(late)
    const [lost, none] = [await withdraw(content), await withdraw(american)]
    await moveClock(service, 'P20D')

    expect((await withdraw(late)).effects).toMatchObject([{ payment_id: id, outcome: 'too_late', refunds: [] }])
    expect(lost.effects).toMatchObject([{ outcome: 'right_lost' }])
    expect(none.effects).toMatchObject([{ outcome: 'no_right' }])
    expect(await refundedOf(id)).toBe(0)
  })

  test('a withdrawal applies to the contract that it names; if it names none of several, the merchant decides', async () => {
    const email = anAddress()
    const [book, map] = [await buy(email), await buy(email, { plan: aBook('The Map') })]
    const { id } = await createPlan(service, monthlyPlanAt(3000))
    const shopper = await aShopper(service, { customer: { email, country: 'DE' }, plan: { id } })
    const { body: subscribed } = await shopper.pay({ exp_year: 2090 })

    const unclear = await withdraw(email)
    const clear = await withdraw(email, 'the map')

    expect(unclear.effects.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'left_to_merchant',
      'left_to_merchant',
      'left_to_merchant',
    ])
    expect(clear.effects).toMatchObject([{ payment_id: map, outcome: 'withdrawn' }])
    expect([await refundedOf(book), await refundedOf(map), await refundedOf(subscribed.id)]).toEqual([0, price, 0])
  })

  test.each([undefined, 'order 77'])(
    'a repeated withdrawal that names %s ends no other contract of the consumer',
    async (contract) => {
      const email = anAddress()
      const id = await buy(email)
      const { id: plan } = await createPlan(service, monthlyPlanAt(3000))
      const shopper = await aShopper(service, { customer: { email, country: 'DE' }, plan: { id: plan } })
      const { body: subscribed } = await shopper.pay({ exp_year: 2090 })
      await withdraw(email, id)

      const again = await withdraw(email, contract)

      expect(again.effects).toMatchObject([
        { subscription_id: subscribed.subscription.id, outcome: 'left_to_merchant', refunds: [] },
      ])
      expect([await refundedOf(id), await refundedOf(subscribed.id)]).toEqual([price, 0])
    },
  )

  test('a cancellation does not change purchases', async () => {
    const email = anAddress()
    await buy(email)
    const { body } = await service.send('POST', '/declarations', { body: { kind: 'cancel', email } })

    expect(body.effects).toEqual([])
  })
})
