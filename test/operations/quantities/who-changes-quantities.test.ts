import { beforeAll, expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'
import { monthlyPlanAt } from '../../support/stories/plan-changes.ts'
import { aBuyer, createPlan, shopperOf } from '../../support/stories/shopper.ts'
import { moveClock } from '../../support/stories/subscriber.ts'

describeEachDatabase('changes of the quantity', (open) => {
  const service = useService(open)
  beforeAll(() => moveClock(service, '2027-01-03T10:00:00Z'))

  const aPlan = (amount: number, group: string | undefined, max?: number) =>
    createPlan(service, monthlyPlanAt(amount, { group, ...(max !== undefined && { quantity: { min: 1, max } }) }))
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

  test('the portal offers no plan that is not sold in the customer’s quantity', async () => {
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

  test('a customer changes the quantity through a checkout that states what is due, billed as the merchant has set', async () => {
    const plan = await aPlan(1000, undefined, 10)
    const { id, externalId, read } = await aTeam(plan, 2)
    const portal = await portalOf(externalId)
    const wanted = { subscription: { id }, plan: { id: plan.id, quantity: 5 } }
    const { body: view } = await portal.send('GET', '/portal-session')
    const { body: preview } = await portal.send('POST', '/subscriptions/preview', wanted)
    const { body: opened } = await portal.send('POST', '/client-session', wanted)
    const shopper = shopperOf(service, opened.id)
    const seen = await shopper.look()
    const { body: paid } = await shopper.payAsSeen(seen, { exp_year: 2090 })

    expect(view.subscriptions[0].quantities).toEqual({ quantity: 2, min: 1, max: 10 })
    expect(seen.body).toMatchObject({ purpose: 'change_plan', quote: { due_now: preview.quote.due_now } })
    expect(seen.body.quote.lines[0]).toMatchObject({ kind: 'plan', amount: 5000, quantity: 5 })
    expect(paid).toMatchObject({ payment_status: 'SETTLING', amount: preview.quote.due_now.amount })
    expect((await read()).quantity).toBe(5)
  })

  test.each<readonly [string, object, number, string]>([
    ['outside of the range of its plan', { quantity: 11 }, 400, 'invalid_parameter'],
    ['of 0', { quantity: 0 }, 400, 'invalid_parameter'],
    ['of 1.5', { quantity: 1.5 }, 400, 'invalid_parameter'],
    ['without its plan', { id: undefined, quantity: 3 }, 403, 'insufficient_permission'],
    ['that it has not named', {}, 403, 'insufficient_permission'],
  ])('the portal refuses a quantity %s', async (_, wanted, status, code) => {
    const plan = await aPlan(1000, undefined, 10)
    const { id, externalId } = await aTeam(plan, 2)
    const portal = await portalOf(externalId)
    const body = { subscription: { id }, plan: { id: plan.id, ...wanted } }
    const refused = await portal.send('POST', '/client-session', body)

    expect([refused.status, refused.body.error.code]).toEqual([status, code])
  })

  test('the portal offers no other quantity of an archived plan', async () => {
    const plan = await aPlan(1000, undefined, 10)
    const { id, externalId, read } = await aTeam(plan, 2)
    await service.send('PATCH', `/plans/${plan.id}`, { body: { archived: true } })
    const portal = await portalOf(externalId)
    const { body: view } = await portal.send('GET', '/portal-session')
    const refused = await portal.send('POST', '/client-session', {
      subscription: { id },
      plan: { id: plan.id, quantity: 3 },
    })

    expect(view.subscriptions[0].quantities).toBeNull()
    expect([refused.status, refused.body.error.code]).toEqual([403, 'insufficient_permission'])
    expect((await read()).quantity).toBe(2)
  })

  test('a customer can take back a change of the quantity that waits for the end of the period', async () => {
    const { id, externalId, patch, read } = await aTeam(await aPlan(1000, undefined, 10), 5)
    await patch(2, 'at_period_end')
    const portal = await portalOf(externalId)
    const { body: view } = await portal.send('GET', '/portal-session')
    const undone = await portal.send('PATCH', '/subscriptions', { subscription: { id, scheduled_change: null } })

    expect(view.subscriptions[0].scheduled_change).toMatchObject({ can_undo: true })
    expect(undone.status).toBe(200)
    expect(await read()).toMatchObject({ quantity: 5, scheduled_change: null })
  })

  test('another quantity is not a second subscription, even if another plan of the customer got the same group later', async () => {
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
