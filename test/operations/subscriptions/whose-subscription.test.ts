import { beforeAll, expect, test } from 'vitest'
import type { Answer } from '../../support/services/running-service.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { aShopper, createPlan } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'

describeEachDatabase('the customer of a subscription', (open) => {
  const service = useService(open)
  let paid: Answer['body']
  const whose = { external_id: 'user-17', email: 'mina@example.com' }

  beforeAll(async () => {
    const { id } = await createPlan(service)
    const shopper = await aShopper(service, { customer: whose, plan: { id } })
    const answer = await shopper.pay()
    paid = answer.body
    await service.send('POST', '/sandbox/clock', { body: { advance: 'P1M' } })
    await service.send('POST', `/subscriptions/schedule-cancel/${paid.subscription.id}`)
  })

  const customerId = async () => (await service.send('GET', '/customers?external_id=user-17')).body.data[0].id

  test('a client token sees a masked address, and neither external id nor method', () => {
    expect(paid.subscription).toMatchObject({
      customer: { id: paid.customer.id, external_id: null, email: 'm•••@example.com' },
      payment_method_id: null,
    })
  })

  test('every answer to the merchant has it', async () => {
    const { id } = paid.subscription
    const customer = { id: await customerId(), ...whose }
    const method = { payment_method_id: paid.payment_method.id }

    const alone = (await service.send('GET', `/subscriptions/${id}`)).body
    const listed = (await service.send('GET', '/subscriptions')).body.data[0]
    const ofCustomer = (await service.send('GET', `/customers/${customer.id}`)).body.subscriptions[0]
    const ofPayment = (await service.send('GET', `/payments/${paid.id}`)).body.subscription
    const ofPayments = (await service.send('GET', '/payments')).body.data[0].subscription

    expect(alone).toMatchObject({ customer, ...method })
    for (const other of [listed, ofCustomer, ofPayment, ofPayments]) expect(other).toEqual(alone)
  })

  test('every event of the subscription has it', async () => {
    const { data } = (await service.send('GET', '/events')).body
    const ofSubscriptions = data.filter(({ type }: { type: string }) => type.startsWith('subscription.'))
    const ofPayments = data.filter(
      ({ type, data: { object } }: { type: string; data: { object: Answer['body'] } }) =>
        type.startsWith('payment.') && object.subscription !== null,
    )
    const customer = { id: await customerId(), ...whose }

    expect(ofSubscriptions.map(({ type }: { type: string }) => type)).toEqual(
      expect.arrayContaining(['subscription.created', 'subscription.renewal_upcoming', 'subscription.updated']),
    )
    for (const event of ofSubscriptions)
      expect(event.data.object).toMatchObject({ customer, payment_method_id: expect.stringMatching(/^pm_/) })
    for (const event of ofPayments) expect(event.data.object.subscription).toMatchObject({ customer })
  })

  test('is null after an erasure', async () => {
    const key = await service.addKey(service.organizationId, { erasure: 'write' })
    const id = await customerId()
    await service.send('POST', `/subscriptions/cancel/${paid.subscription.id}`)
    await service.send('DELETE', `/customers/${id}`, { key })

    const { body } = await service.send('GET', `/subscriptions/${paid.subscription.id}`)

    expect(body.customer).toEqual({ id, external_id: null, email: null })
  })
})
