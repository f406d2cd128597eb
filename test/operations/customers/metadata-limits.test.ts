import { expect, test } from 'vitest'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { aSubscriber } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

describeUsualDatabase('metadata that is merged', (open) => {
  const service = useService(open)

  /** Metadata with this many bytes under one key. */
  const aText = (key: string, bytes: number) => ({ [key]: 'x'.repeat(bytes) })

  test.each(['customer', 'subscription'] as const)(
    'a session is refused if its %s’s metadata would exceed the limit together with the stored metadata',
    async (member) => {
      const { id, customerId } = await aSubscriber(service, aMonthlyPlan())
      const session = (metadata: object) =>
        service.send('POST', '/client-session', {
          body: {
            customer: { id: customerId, ...(member === 'customer' && { metadata }) },
            subscription: { id, ...(member === 'subscription' && { metadata }) },
          },
        })
      const first = await aShopper(service, {
        customer: { id: customerId, ...(member === 'customer' && { metadata: aText('old', 5000) }) },
        subscription: { id, ...(member === 'subscription' && { metadata: aText('old', 5000) }) },
      })
      await first.pay({ exp_year: 2090 })

      const refused = await session(aText('new', 5000))
      const replaced = await session(aText('old', 6000))

      expect(refused).toMatchObject({
        status: 400,
        body: { error: { details: [{ path: `body.${member}.metadata`, code: 'invalid_value' }] } },
      })
      expect(replaced.status).toBe(200)
    },
  )

  test('metadata that outgrows its limit during the payment is not merged, and the payment still counts', async () => {
    const { customerId } = await aSubscriber(service, aMonthlyPlan())
    const plan = await createPlan(service, aMonthlyPlan({ name: 'Library' }))
    const shopper = await aShopper(service, {
      customer: { id: customerId, metadata: aText('new', 5000) },
      plan: { id: plan.id },
    })
    await service.send('PATCH', `/customers/${customerId}`, { body: { metadata: aText('old', 5000) } })

    const { body: paid } = await shopper.pay({ exp_year: 2090 })

    expect(paid.payment_status).toBe('SETTLING')
    const { body: customer } = await service.send('GET', `/customers/${customerId}`)
    expect(customer.metadata).toEqual(aText('old', 5000))
  })
})
