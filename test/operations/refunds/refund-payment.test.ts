import { beforeAll, expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

describeEachDatabase('refundPayment', (open) => {
  let planId: string
  const service = useService(open)
  beforeAll(async () => {
    planId = (await createPlan(service)).id
  })

  const aPaidPayment = async (email: string) => {
    const shopper = await aShopper(service, { customer: { email }, plan: { id: planId } })
    return (await shopper.pay()).body
  }
  const refund = (id: string, body: object = {}) => service.send('POST', `/payments/refund/${id}`, { body })

  test('a refund without an amount returns all that is left, and the payment keeps its status', async () => {
    const { id } = await aPaidPayment('all@example.com')

    const refunded = await refund(id)

    expect(refunded).toMatchObject({
      status: 200,
      body: {
        payment_status: 'SETTLING',
        refunded_amount: 999,
        refund: { amount: 999, status: 'succeeded', processor_transaction_id: expect.stringMatching(/^sbx_/) },
      },
    })
  })

  test('partial refunds add up, and none can exceed what is left', async () => {
    const { id } = await aPaidPayment('parts@example.com')

    await refund(id, { amount: 400 })
    const second = await refund(id, { amount: 500, reason: 'arrived late' })
    const third = await refund(id, { amount: 100 })

    expect(second.body).toMatchObject({ refunded_amount: 900, refund: { amount: 500 } })
    expect(third).toMatchObject({ status: 409, body: { error: { code: 'refund_exceeds_captured' } } })
    const parts = [
      { amount: 400, reason: null },
      { amount: 500, reason: 'arrived late' },
    ]
    const { data: events } = (await service.send('GET', '/events?type=refund.updated')).body
    const alone = (await service.send('GET', `/payments/${id}`)).body
    expect(alone).toMatchObject({ refund: { amount: 500, reason: 'arrived late' }, refunds: parts })
    expect(events.find((event: { data: { object: { id: string } } }) => event.data.object.id === id)).toMatchObject({
      data: { object: { refunds: [{ amount: 400 }] } },
    })
    expect(events.at(-1)).toMatchObject({ data: { object: { refunds: parts } } })
  })

  test.each([
    ['JPY', 333, 111],
    ['KWD', 1001, 143],
    ['EUR', 999, 100],
  ])('the dollars of the partial refunds of %s %i sum to those of the payment', async (currency, amount, part) => {
    const price = { default: { amount, currency }, countries: [] }
    const plan = await createPlan(service, { name: 'Tin', type: 'one-off', price })
    const shopper = await aShopper(service, { customer: { email: `${currency}@example.com` }, plan: { id: plan.id } })
    const { body: payment } = await shopper.pay()
    let dollars = 0
    for (let left = amount; left > 0; left -= part) {
      dollars += (await refund(payment.id, { amount: Math.min(part, left) })).body.refund.amount_usd
    }

    expect(dollars).toBe(payment.amount_usd)
  })

  test('refunds at the same time never return more than was captured', async () => {
    const { id } = await aPaidPayment('rush@example.com')

    const answers = await Promise.all(Array.from({ length: 6 }, () => refund(id, { amount: 300 })))
    const { body } = await service.send('GET', `/payments/${id}`)

    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(body.refunded_amount).toBe(900)
  })

  test('a declined payment cannot be refunded', async () => {
    const shopper = await aShopper(service, { customer: { email: 'no@example.com' }, plan: { id: planId } })
    const declined = await shopper.pay({ number: '4000000000000002' })

    expect(await refund(declined.body.id)).toMatchObject({
      status: 409,
      body: { error: { code: 'payment_not_refundable' } },
    })
  })

  test('refunds at the same time are each stored with an answer of their own', async () => {
    const { id } = await aPaidPayment('own@example.com')
    const send = (part: number) =>
      service.send('POST', `/payments/refund/${id}`, {
        body: { amount: 100 + part },
        headers: { 'Idempotency-Key': `own-${part}` },
      })
    const parts = [1, 2, 3, 4, 5]

    const answers = await Promise.all(parts.map(send))
    const again = await Promise.all(parts.map(send))

    expect(again.map(({ headers }) => headers.get('Idempotent-Replayed'))).toEqual(parts.map(() => 'true'))
    expect(again.map(({ body }) => body)).toEqual(answers.map(({ body }) => body))
  })

  test('the refund of a renewal is stored under its key, though the renewal has no shopper’s request', async () => {
    const subscriber = await aSubscriber(service, aMonthlyPlan())
    await moveClock(service, 'P1M')
    const { id } = (await subscriber.payments()).at(-1)!
    const send = () =>
      service.send('POST', `/payments/refund/${id}`, { headers: { 'Idempotency-Key': 'renewal' }, body: {} })

    const first = await send()
    const again = await send()

    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
  })

  test('a repeated request with one key refunds once', async () => {
    const { id } = await aPaidPayment('again@example.com')
    const headers = { 'Idempotency-Key': 'refund-once' }

    await service.send('POST', `/payments/refund/${id}`, { body: { amount: 100 }, headers })
    const again = await service.send('POST', `/payments/refund/${id}`, { body: { amount: 100 }, headers })

    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    expect(again.body.refunded_amount).toBe(100)
  })

  test('the payment shows the refunded sum, and events report it', async () => {
    const { id } = await aPaidPayment('event@example.com')
    await refund(id, { amount: 250 })

    const events = await service.send('GET', '/events?type=refund.created,refund.updated&limit=1000')

    expect(
      events.body.data.filter((event: { data: { object: { id: string } } }) => event.data.object.id === id),
    ).toMatchObject([
      { type: 'refund.created', data: { object: { refunded_amount: 250, refund: { status: 'pending' } } } },
      { type: 'refund.updated', data: { object: { refunded_amount: 250, refund: { status: 'succeeded' } } } },
    ])
  })

  test.each([
    ['runs on', 'active'],
    ['stays scheduled to end', 'scheduled_for_cancellation'],
  ])('a payment that is refunded in full and never settles leaves no debt: its subscription %s', async (_, status) => {
    const subscriber = await aSubscriber(service, aMonthlyPlan(), { number: '4000000000008880' })
    const [paid] = await subscriber.payments()
    await refund(paid.id)
    if (status !== 'active') await service.send('POST', `/subscriptions/schedule-cancel/${subscriber.id}`)

    await moveClock(service, 'P3D')

    expect(await subscriber.payments()).toMatchObject([{ payment_status: 'FAILED', refunded_amount: 999 }])
    expect(await subscriber.subscription()).toMatchObject({ status, past_due: null })
  })

  test('a partly refunded payment that never settles is owed again', async () => {
    const subscriber = await aSubscriber(service, aMonthlyPlan(), { number: '4000000000008880' })
    const [paid] = await subscriber.payments()
    await refund(paid.id, { amount: 300 })

    await moveClock(service, 'P3D')

    expect(await subscriber.payments()).toMatchObject([{ payment_status: 'FAILED' }, { amount: 999 }])
  })
})
