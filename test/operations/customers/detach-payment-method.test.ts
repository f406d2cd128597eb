import { expect, test } from 'vitest'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { aMonthlyPlan, aShopper } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

describeUsualDatabase('the method of a subscription (detachPaymentMethod)', (open) => {
  const service = useService(open)

  test('a detached method is no longer listed, and one event reports it', async () => {
    const subscriber = await aSubscriber(service, aMonthlyPlan())
    const customer = await service.send('GET', `/customers/${subscriber.customerId}`)
    const [{ id }] = customer.body.payment_methods

    const detached = await service.send('DELETE', `/payment-methods/${id}`)
    await service.send('DELETE', `/payment-methods/${id}`)

    expect(detached).toMatchObject({ status: 200, body: { id, type: 'CARD' } })
    expect((await service.send('GET', `/customers/${subscriber.customerId}`)).body.payment_methods).toEqual([])
    const events = await service.send('GET', '/events?type=payment_method.detached')
    expect(events.body.data).toMatchObject([{ data: { object: { id } } }])
  })

  test('a subscription without a method becomes past due at its renewal, without a charge', async () => {
    const subscriber = await aSubscriber(service, aMonthlyPlan())
    const customer = await service.send('GET', `/customers/${subscriber.customerId}`)
    await service.send('DELETE', `/payment-methods/${customer.body.payment_methods[0].id}`)

    await moveClock(service, 'P32D')

    expect(await subscriber.subscription()).toMatchObject({
      status: 'past_due',
      past_due: { attempt_count: 0 },
      next_billing_date: null,
    })
    expect(await subscriber.payments()).toHaveLength(1)
  })

  const lastFourOf = ({ payment_method: method }: { payment_method: { details: { last4: string } } }) =>
    method.details.last4
  const aVisit = ({ id, customerId }: Awaited<ReturnType<typeof aSubscriber>>) =>
    aShopper(service, { customer: { id: customerId }, subscription: { id } })

  test('a checkout for a running subscription verifies another card, which pays the following renewals', async () => {
    const subscriber = await aSubscriber(service, aMonthlyPlan())
    const shopper = await aVisit(subscriber)

    const { body: seen } = await shopper.look()
    const { body: verified } = await shopper.pay({ number: '5555555555554444', exp_year: 2090 })
    await moveClock(service, 'P32D')

    expect(seen).toMatchObject({ purpose: 'update_method', quote: { due_now: { amount: 0 } } })
    expect(verified).toMatchObject({ amount: 0, payment_type: 'CIT', subscription: { id: subscriber.id } })
    expect((await subscriber.payments()).map(lastFourOf)).toEqual(['4242', '4444', '4444'])
  })

  test('a card that is declined at such a checkout changes nothing', async () => {
    const subscriber = await aSubscriber(service, aMonthlyPlan())
    const shopper = await aVisit(subscriber)

    const { body: declined } = await shopper.pay({ number: '4000000000000002' })
    await moveClock(service, 'P32D')

    expect(declined.payment_status).toBe('DECLINED')
    expect((await subscriber.payments()).map(lastFourOf)).toEqual(['4242', '0002', '4242'])
  })

  test('a method of another organization is not found', async () => {
    const subscriber = await aSubscriber(service, aMonthlyPlan())
    const customer = await service.send('GET', `/customers/${subscriber.customerId}`)
    const { key } = await service.addOrganization('Somebody else')

    const answer = await service.send('DELETE', `/payment-methods/${customer.body.payment_methods[0].id}`, { key })

    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
  })
})
