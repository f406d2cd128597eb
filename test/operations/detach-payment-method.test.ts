import { beforeAll, expect, test } from 'vitest'
import { describeEachDatabase } from '../support/databases.ts'
import { type RunningService, startService } from '../support/running-service.ts'
import { aMonthlyPlan } from '../support/shopper.ts'
import { aSubscriber, moveClock } from '../support/subscriber.ts'

describeEachDatabase('detachPaymentMethod', (open) => {
  let service: RunningService
  beforeAll(async () => {
    service = await startService(await open())
    return () => service.close()
  })

  test('a detached method is listed no more, and told of by one event', async () => {
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

  test('a subscription without a method is past due at its renewal, without a try', async () => {
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

  test('another organization’s method does not exist', async () => {
    const subscriber = await aSubscriber(service, aMonthlyPlan())
    const customer = await service.send('GET', `/customers/${subscriber.customerId}`)
    const { key } = await service.addOrganization('Somebody else')

    const answer = await service.send('DELETE', `/payment-methods/${customer.body.payment_methods[0].id}`, { key })

    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
  })
})
