import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../support/databases/databases.ts'
import { waitUntilDoneOrBlocked, pausableDatabase, type PausableDatabase } from '../../support/interleaving/pausable.ts'
import { resultCodeOf as code, monthlyPlanAt as at } from '../../support/stories/plan-changes.ts'
import { aShopper, createPlan } from '../../support/stories/shopper.ts'
import { aSubscriber } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

describe('a customer that changes while a charge begins (postgresql)', () => {
  const service = useService(async () => pausableDatabase(await openTestDatabase('postgresql')))
  const pausing = () => service.database as PausableDatabase
  let dear: { id: string }
  beforeAll(async () => {
    dear = await createPlan(service, at(15_000))
  })

  test.each([
    ['the method is detached', ({ method }: Looked) => service.send('DELETE', `/payment-methods/${method}`)],
    [
      'the customer gets another e-mail address',
      ({ customer }: Looked) =>
        service.send('PATCH', `/customers/${customer}`, { body: { email: `${customer}@example.com` } }),
    ],
  ])('%s only after a charge that has read it is committed', async (_, change) => {
    const subscriber = await aSubscriber(service, at(10_000))
    const { paymentMethodId: method, customerId: customer } = await subscriber.row()
    const pause = pausing().pauseAfterReading('plans')
    const charging = service.send('POST', '/payments', {
      body: { customer: { id: customer }, subscription: { id: subscriber.id }, plan: { id: dear.id } },
    })
    await pause.reached

    let isAnswered = false
    const changing = change({ method: method!, customer }).finally(() => (isAnswered = true))
    await waitUntilDoneOrBlocked(service.database, changing)
    expect(isAnswered).toBe(false)
    pause.resume()

    expect(code(await charging)).toBe('SETTLING')
    expect((await changing).status).toBe(200)
  })

  test('a charge counts for the e-mail address that its customer received while the charge began', async () => {
    const known = { external_id: randomUUID() }
    const email = `${known.external_id}@example.com`
    const { customerId } = await aSubscriber(service, at(10_000), {}, known)
    const plan = { id: dear.id }
    const other = await aShopper(service, { customer: { email: email.toUpperCase() }, plan })
    const pause = pausing().pauseAfterReading('customers')
    const charging = service.send('POST', '/payments', { body: { customer: known, plan } })
    await pause.reached
    await service.send('PATCH', `/customers/${customerId}`, { body: { email } })
    const written = pausing().pauseAfterReading('plans')
    pause.resume()
    await written.reached

    const buying = other.pay()
    await waitUntilDoneOrBlocked(service.database, buying)
    written.resume()

    expect(code(await charging)).toBe('SETTLING')
    expect(['payment_in_progress', 'already_subscribed']).toContain(code(await buying))
  })

  test('a plan is sold once if its shopper’s customer was just created by another session and the merchant charges for it', async () => {
    const customer = { external_id: randomUUID() }
    const [plan, other] = [{ id: dear.id }, { id: (await createPlan(service, at(5000))).id }]
    const [first, second] = [
      await aShopper(service, { customer, plan: other }),
      await aShopper(service, { customer, plan }),
    ]
    const pause = pausing().pauseAfterReading('customers')
    const buying = second.pay()
    await pause.reached
    const { body: created } = await first.pay()
    const checked = pausing().pauseAfterReading('payments')
    pause.resume()
    await checked.reached

    const charging = service.send('POST', '/payments', { body: { customer: { id: created.customer.id }, plan } })
    await waitUntilDoneOrBlocked(service.database, charging)
    checked.resume()

    expect(code(await buying)).toBe('SETTLING')
    expect(['payment_in_progress', 'already_subscribed']).toContain(code(await charging))
  })

  interface Looked {
    readonly method: string
    readonly customer: string
  }
})
