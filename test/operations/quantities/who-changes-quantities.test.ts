import { beforeAll, expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'
import { monthlyAt } from '../../support/stories/plan-changes.ts'
import { aBuyer, createPlan } from '../../support/stories/shopper.ts'
import { moveClock } from '../../support/stories/subscriber.ts'

describeEachDatabase('who changes the quantity', (open) => {
  const service = useService(open)
  beforeAll(() => moveClock(service, '2027-01-03T10:00:00Z'))

  const aPlan = (amount: number, group: string | undefined, max?: number) =>
    createPlan(service, monthlyAt(amount, { group, ...(max !== undefined && { quantity: { min: 1, max } }) }))
  const aTeam = async (plan: { id: string }, quantity: number, externalId: string = crypto.randomUUID()) => {
    const shopper = await aBuyer(service, plan.id, {
      plan: { id: plan.id, quantity },
      customer: { external_id: externalId, email: `${externalId}@example.com`, country: 'DE' },
    })
    const { body } = await shopper.pay({ exp_year: 2090 })
    const id: string = body.subscription.id
    return {
      id,
      externalId,
      patch: (to: number, mode?: string) =>
        service.send('PATCH', '/subscriptions', {
          body: {
            subscription: { id, ...(mode && { proration_billing_mode: mode }) },
            plan: { id: plan.id, quantity: to },
          },
        }),
      read: async () => (await service.send('GET', `/subscriptions/${id}`)).body,
    }
  }
  const portalOf = async (externalId: string) => {
    const { body } = await service.send('POST', '/portal-session', { body: { customer: { external_id: externalId } } })
    const key: string = body.client_token
    return {
      send: (method: 'GET' | 'POST' | 'PATCH', path: string, sent?: object) =>
        service.send(method, path, { key, ...(sent && { body: sent }) }),
    }
  }

  test('the portal offers no plan that is not sold in the quantity that the customer has', async () => {
    const group = crypto.randomUUID()
    const [seats, others, single] = [await aPlan(1000, group, 10), await aPlan(1500, group, 5), await aPlan(900, group)]
    const { id, externalId } = await aTeam(seats, 4)
    const portal = await portalOf(externalId)
    const { body: view } = await portal.send('GET', '/portal-session')
    const refused = await portal.send('POST', '/client-session', { subscription: { id }, plan: { id: single.id } })

    const offered = view.subscriptions[0].alternatives as { readonly id: string }[]
    expect(offered.map(({ id: plan }) => plan)).toEqual([others.id])
    expect([refused.status, refused.body.error.code]).toEqual([403, 'insufficient_permission'])
  })

  test('a customer takes a change of the quantity back that waits for the end of the period', async () => {
    const { id, externalId, patch, read } = await aTeam(await aPlan(1000, undefined, 10), 5)
    await patch(2, 'at_period_end')
    const portal = await portalOf(externalId)
    const { body: view } = await portal.send('GET', '/portal-session')
    const undone = await portal.send('PATCH', '/subscriptions', { subscription: { id, scheduled_change: null } })

    expect(view.subscriptions[0].scheduled_change).toMatchObject({ can_undo: true })
    expect(undone.status).toBe(200)
    expect(await read()).toMatchObject({ quantity: 5, scheduled_change: null })
  })

  test('another quantity is no second subscription, also beside one to a plan that got the same group later', async () => {
    const [seats, other] = [await aPlan(1000, undefined, 10), await aPlan(700, undefined)]
    const { externalId, patch, read } = await aTeam(seats, 5)
    await aTeam(other, 1, externalId)
    const group = crypto.randomUUID()
    for (const { id } of [seats, other]) await service.send('PATCH', `/plans/${id}`, { body: { group } })

    const more = await patch(6)
    const fewer = await patch(1, 'at_period_end')
    await moveClock(service, (await read()).next_billing_date)

    expect([more.status, fewer.status]).toEqual([200, 200])
    expect(await read()).toMatchObject({ quantity: 1, scheduled_change: null })
  })
})
