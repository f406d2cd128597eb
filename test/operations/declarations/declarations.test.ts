import { beforeEach, expect, test } from 'vitest'
import { updateOrganization } from '#server/organization/organizations.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'
import { monthlyPlanAt } from '../../support/stories/plan-changes.ts'
import { aReceipt, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { moveClock } from '../../support/stories/subscriber.ts'

const page = 'https://shop.example/withdraw'

/** At this price, a day costs 1.00 in a month of 30 days. The clock begins on the first of such a month. */
const price = 3000

describeEachDatabase('declarations (createDeclaration, findDeclaration, findDeclarations)', (open) => {
  const service = useService(open, { settings: { emails: 'events' }, hostedPages: 'off' })
  let addresses = 0

  const change = (settings: object) =>
    updateOrganization(
      service.database.db,
      service.organizationId,
      { settings: { ...settings } },
      new Date().toISOString(),
    )

  beforeEach(() => change({ withdrawal_url: page, digital_supply: 'none', withdrawals: 'refund' }))

  const anAddress = () => `reader${(addresses += 1)}@example.com`

  /** A subscriber who bought at the checkout; `supply` is their choice about immediate supply, if they made one. */
  const aBuyerOf = async (
    email: string,
    { plan = monthlyPlanAt(price), country = 'DE', supply }: { plan?: object; country?: string; supply?: string } = {},
  ) => {
    const { id } = await createPlan(service, plan)
    const shopper = await aShopper(service, { customer: { email, country }, plan: { id } })
    const seen = await shopper.look()
    const consent = { ...aReceipt(seen.body), ...(supply && { immediate_supply: supply }) }
    const { body: payment } = await shopper.payAsSeen(seen, { exp_year: 2090 }, { consent })
    expect(payment.payment_status).toBe('SETTLING')
    return { paymentId: payment.id as string, id: payment.subscription.id as string, customerId: payment.customer.id }
  }

  const declare = async (body: object) => {
    const { status, body: declaration } = await service.send('POST', '/declarations', { body })
    expect(status).toBe(200)
    return declaration
  }
  const subscription = async (id: string) => (await service.send('GET', `/subscriptions/${id}`)).body
  const refunded = async (id: string) => (await service.send('GET', `/payments/${id}`)).body.refunded_amount
  const emailsOf = async (id: string, kind: string) =>
    (await service.send('GET', `/emails?subscription_id=${id}&kind=${kind}`)).body.data

  test('a declaration that fits no subscription is stored as it was typed, and an event reports it', async () => {
    const typed = {
      kind: 'cancel',
      email: 'Nobody@Example.com',
      full_name: 'Nora Body',
      contract: 'the newspaper',
      reason: 'I never read it.',
      for_cause: true,
    }

    const declaration = await declare(typed)

    expect(declaration).toMatchObject({ ...typed, effects: [], requested_end_at: null })
    expect((await service.send('GET', `/declarations/${declaration.id}`)).body).toEqual(declaration)
    const { body: events } = await service.send('GET', '/events?type=declaration.received')
    expect(events.data.at(-1).data.object).toEqual(declaration)
  })

  test('a cancellation lets every live subscription of the address run to its end, and is acknowledged', async () => {
    const email = anAddress()
    const first = await aBuyerOf(email)
    const second = await aBuyerOf(email)

    const declaration = await declare({ kind: 'cancel', email: email.toUpperCase() })

    const { current_period_end: endsAt } = await subscription(first.id)
    expect(declaration.effects).toMatchObject(
      [first.id, second.id].toSorted().map((id) => ({ subscription_id: id, outcome: 'scheduled', refunds: [] })),
    )
    expect(declaration.effects[0].ends_at.slice(0, 10)).toBe(endsAt.slice(0, 10))
    expect((await subscription(second.id)).status).toBe('scheduled_for_cancellation')
    expect(await emailsOf(first.id, 'cancellation')).toMatchObject([{ facts: { ends_at: endsAt } }])
    expect(await refunded(first.paymentId)).toBe(0)
  })

  test.each([
    ['the id of the subscription', ({ id }: { id: string }) => id],
    ['the id of a payment', ({ paymentId }: { paymentId: string }) => ` ${paymentId} `],
    ['the name of the plan', () => 'the weekly'],
  ])('a cancellation that names %s does not change other subscriptions', async (_, nameOf) => {
    const email = anAddress()
    const other = await aBuyerOf(email)
    const named = await aBuyerOf(email, { plan: monthlyPlanAt(price, { name: 'The Weekly' }) })

    const { effects } = await declare({ kind: 'cancel', email, contract: nameOf(named) })

    expect(effects).toMatchObject([{ subscription_id: named.id, outcome: 'scheduled' }])
    expect((await subscription(other.id)).status).toBe('active')
  })

  test('a second cancellation changes nothing, and is acknowledged', async () => {
    const email = anAddress()
    const { id } = await aBuyerOf(email)

    const first = await declare({ kind: 'cancel', email })
    const second = await declare({ kind: 'cancel', email })

    expect(second.effects).toEqual(first.effects)
    expect(await emailsOf(id, 'cancellation')).toHaveLength(2)
  })

  test('a withdrawal ends a service at once and refunds the part that was not supplied', async () => {
    await change({ digital_supply: 'service' })
    const email = anAddress()
    const { id, paymentId } = await aBuyerOf(email, { supply: 'service', plan: daysAt(30) })
    await moveClock(service, 'P10D')

    const { effects } = await declare({ kind: 'withdraw', email })
    await moveClock(service, 'PT1M')

    const { amount } = effects[0].refunds[0]
    // The consumer owes 10.00 for ten days and a fraction of a cent for the time since, so the refund is 20.00, or 19.99 after rounding
    // down.
    expect([2000, 1999]).toContain(amount)
    expect(effects).toMatchObject([
      {
        subscription_id: id,
        outcome: 'withdrawn',
        refunds: [{ payment_id: paymentId, currency: 'EUR' }],
        refund_at: null,
      },
    ])
    expect((await subscription(id)).status).toBe('cancelled')
    expect(await refunded(paymentId)).toBe(amount)
    expect(await emailsOf(id, 'withdrawal')).toMatchObject([{ facts: { amount, currency: 'EUR' } }])
  })

  test('a withdrawal from a service that was not requested refunds everything, and a second withdrawal nothing', async () => {
    const email = anAddress()
    const { paymentId } = await aBuyerOf(email)
    await moveClock(service, 'P9D')

    const first = await declare({ kind: 'withdraw', email })
    const second = await declare({ kind: 'withdraw', email })
    await moveClock(service, 'PT1M')

    expect(first.effects[0].refunds).toEqual([{ payment_id: paymentId, amount: price, currency: 'EUR' }])
    expect(second.effects[0].refunds).toEqual([])
    expect(await refunded(paymentId)).toBe(price)
  })

  test('the setting `review` holds the refund until the 13th day, and a second declaration adds no refund', async () => {
    await change({ withdrawals: 'review', digital_supply: 'service' })
    const email = anAddress()
    const { paymentId } = await aBuyerOf(email, { supply: 'service', plan: daysAt(30) })
    await moveClock(service, 'P10D')

    const { effects, created_at: at } = await declare({ kind: 'withdraw', email })
    const second = await declare({ kind: 'withdraw', email })
    await moveClock(service, 'P12D')
    const before = await refunded(paymentId)
    await moveClock(service, 'P1DT1M')

    expect(Date.parse(effects[0].refund_at) - Date.parse(at)).toBe(13 * 86_400_000)
    expect(second.effects).toMatchObject([{ outcome: 'left_to_merchant', refunds: [] }])
    expect([before, await refunded(paymentId)]).toEqual([0, effects[0].refunds[0].amount])
  })

  test.each([
    ['the period is over', { supply: undefined, country: 'DE' }, 'P20D', 'too_late'],
    ['the country gives no right', { supply: undefined, country: 'US' }, 'P1D', 'no_right'],
  ])('a withdrawal does nothing if %s', async (_, sale, wait, outcome) => {
    const email = anAddress()
    const { id, paymentId } = await aBuyerOf(email, sale)
    await moveClock(service, wait)

    const { effects } = await declare({ kind: 'withdraw', email })

    expect(effects).toMatchObject([{ subscription_id: id, outcome, ends_at: null, refunds: [] }])
    expect((await subscription(id)).status).toBe('active')
    expect(await refunded(paymentId)).toBe(0)
    expect(await emailsOf(id, 'withdrawal')).toHaveLength(1)
  })

  test('without a notice of the right, both months are refunded in full after 45 days', async () => {
    await change({ withdrawal_url: null })
    const email = anAddress()
    await aBuyerOf(email)
    await moveClock(service, 'P45D')

    const { effects } = await declare({ kind: 'withdraw', email })

    expect(effects[0].refunds.map(({ amount }: { amount: number }) => amount)).toEqual([price, price])
  })

  test('a withdrawal from digital content that was supplied at once loses the right', async () => {
    await change({ digital_supply: 'content' })
    const email = anAddress()
    const { id } = await aBuyerOf(email, { supply: 'content' })

    const { effects } = await declare({ kind: 'withdraw', email })

    expect(effects).toMatchObject([{ outcome: 'right_lost', refunds: [] }])
    expect((await subscription(id)).status).toBe('active')
  })

  test('a withdrawal in a free trial ends the subscription, and nothing is owed', async () => {
    const email = anAddress()
    const plan = monthlyPlanAt(price, { trial_interval: 'days', trial_interval_count: 14 })
    const { id } = await aBuyerOf(email, { plan })

    const { effects } = await declare({ kind: 'withdraw', email })

    expect(effects).toMatchObject([{ outcome: 'withdrawn', refunds: [], refund_at: null }])
    expect((await subscription(id)).status).toBe('cancelled')
  })

  test('a withdrawal has to name one of two subscriptions', async () => {
    const email = anAddress()
    const one = await aBuyerOf(email)
    const other = await aBuyerOf(email)

    const unclear = await declare({ kind: 'withdraw', email })
    const clear = await declare({ kind: 'withdraw', email, contract: other.id })

    expect(unclear.effects).toMatchObject([{ outcome: 'left_to_merchant' }, { outcome: 'left_to_merchant' }])
    expect(clear.effects).toMatchObject([{ subscription_id: other.id, outcome: 'withdrawn' }])
    expect((await subscription(one.id)).status).toBe('active')
  })

  test('declarations are found by kind, subscription and customer, and not by other merchants', async () => {
    const email = anAddress()
    const { id, customerId } = await aBuyerOf(email)
    const cancelled = await declare({ kind: 'cancel', email })
    const withdrawn = await declare({ kind: 'withdraw', email })
    const list = async (query: string, key?: string) =>
      (await service.send('GET', `/declarations?${query}`, key === undefined ? {} : { key })).body.data

    const { key } = await service.addOrganization('Another')
    expect(await list(`subscription_id=${id}`)).toEqual([withdrawn, cancelled])
    expect(await list(`customer_id=${customerId}&kind=cancel`)).toEqual([cancelled])
    expect(await list(`subscription_id=${id}&customer_id=nobody`)).toEqual([])
    expect(await list('', key)).toEqual([])
    expect((await service.send('GET', `/declarations/${cancelled.id}`, { key })).status).toBe(404)
  })

  test('a key needs the scope for declarations', async () => {
    const key = await service.addKey(service.organizationId, { subscriptions: 'write', payments: 'write' })

    const refused = await service.send('POST', '/declarations', { key, body: { kind: 'cancel', email: 'a@b.example' } })

    expect(refused.body.error.code).toBe('insufficient_permission')
  })

  test('an erasure removes the typed text and keeps the effects', async () => {
    const email = anAddress()
    const { id, customerId } = await aBuyerOf(email)
    const { id: declared } = await declare({ kind: 'withdraw', email, full_name: 'Rea Der', reason: 'Rea is tired.' })
    await moveClock(service, 'PT1M')
    const key = await service.addKey(service.organizationId, { erasure: 'write' })
    await service.send('DELETE', `/customers/${customerId}`, { key })

    expect((await service.send('GET', `/declarations/${declared}`)).body).toMatchObject({
      kind: 'withdraw',
      email: null,
      full_name: null,
      reason: null,
      effects: [{ subscription_id: id, outcome: 'withdrawn' }],
    })
  })
})

/** A plan that renews every `days` days. */
const daysAt = (days: number): object => monthlyPlanAt(price, { interval: 'days', interval_count: days })
