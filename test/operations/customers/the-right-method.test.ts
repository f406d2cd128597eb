import { expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { aMonthlyPlan, anEmail, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

describeEachDatabase('a customer with several cards', (open) => {
  const service = useService(open)

  const visa = { number: '4242424242424242' }
  const mastercard = { number: '5555555555554444' }
  const amex = { number: '378282246310005', cvc: '1234' }
  const buy = async (customer: object, card: object) => {
    const plan = await createPlan(service, aMonthlyPlan({ name: anEmail() }))
    const shopper = await aShopper(service, {
      customer,
      plan: { id: plan.id },
      options: { payment_methods_mode: 'new_only' },
    })
    const { status, body } = await shopper.pay({ exp_year: 2090, ...card })
    if (status !== 200) throw new Error(JSON.stringify(body))
    return body
  }
  const charge = async (customerId: string, more: object = {}) => {
    const price = { default: { amount: 999, currency: 'EUR' }, countries: [] }
    const plan = await createPlan(service, { name: 'Tin', type: 'one-off', price })
    const { body } = await service.send('POST', '/payments', {
      body: { customer: { id: customerId }, plan: { id: plan.id }, ...more },
    })
    return body
  }
  const lastFour = ({ payment_method: method }: { payment_method: { details: { last4: string } } }) =>
    method.details.last4

  test('is charged on the card that was used last, not on the one that was stored last', async () => {
    const first = await buy({ external_id: anEmail() }, visa)
    const customer = { id: first.customer.id }
    await moveClock(service, 'PT1H')
    await buy(customer, mastercard)
    await moveClock(service, 'PT1H')
    const stored = lastFour(await charge(customer.id))
    await charge(customer.id, { payment_method: { id: first.payment_method.id } })
    await moveClock(service, 'PT1H')

    expect(stored).toBe('4444')
    expect(lastFour(await charge(customer.id))).toBe('4242')
  })

  test('is not charged on an expired card, unless it is the only one or is named', async () => {
    const first = await buy({ external_id: anEmail() }, visa)
    const customer = { id: first.customer.id }
    await moveClock(service, 'PT1H')
    const second = await buy(customer, { ...mastercard, exp_year: 2029, exp_month: 1 })
    const before = lastFour(await charge(customer.id))

    await service.database.db.updateTable('subscriptions').set({ status: 'cancelled', pastDueSince: null }).execute()
    await moveClock(service, '2029-02-01T00:00:00Z')
    const after = lastFour(await charge(customer.id))
    const named = lastFour(await charge(customer.id, { payment_method: { id: second.payment_method.id } }))
    await service.send('DELETE', `/payment-methods/${first.payment_method.id}`)

    expect([before, after, named, lastFour(await charge(customer.id))]).toEqual(['4444', '4242', '4444', '4444'])
  })

  test('has the subscriptions of a detached card paid by another card, which the answer names', async () => {
    const first = await buy({ external_id: anEmail() }, visa)
    const customer = { id: first.customer.id }
    const second = await buy(customer, mastercard)

    const { body: detached } = await service.send('DELETE', `/payment-methods/${first.payment_method.id}`)
    const { body: again } = await service.send('DELETE', `/payment-methods/${first.payment_method.id}`)
    const { body: last } = await service.send('DELETE', `/payment-methods/${second.payment_method.id}`)
    const { body: events } = await service.send('GET', '/events?type=subscription.updated&limit=1000')

    expect(detached).toMatchObject({
      id: first.payment_method.id,
      subscriptions: [{ id: first.subscription.id, payment_method_id: second.payment_method.id }],
    })
    expect(again.subscriptions).toEqual([])
    expect(last.subscriptions).toEqual(
      [first, second]
        .map(({ subscription }) => ({ id: subscription.id, payment_method_id: null }))
        .toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    )
    expect(events.data.map(({ data }: { data: { object: { id: string } } }) => data.object.id)).toContain(
      first.subscription.id,
    )
  })

  test('renews with the other card after the first was detached', async () => {
    const first = await buy({ external_id: anEmail() }, visa)
    await buy({ id: first.customer.id }, amex)
    await service.send('DELETE', `/payment-methods/${first.payment_method.id}`)

    await moveClock(service, first.subscription.next_billing_date)
    const { body } = await service.send('GET', `/payments?payment_status_set=${first.subscription.id}&order=desc`)

    expect(body.data[0]).toMatchObject({ payment_type: 'MIT', payment_status: 'SETTLING' })
    expect(lastFour(body.data[0])).toBe('0005')
  })
})
