import { beforeAll, expect, test } from 'vitest'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { aMonthlyPlan, createPlan } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

describeUsualDatabase('refused changes of a subscription', (open) => {
  let stranger: { readonly key: string; readonly planId: string }
  const service = useService(open)
  beforeAll(async () => {
    const { key } = await service.addOrganization('Somebody else')
    const { body } = await service.send('POST', '/plans', { body: aMonthlyPlan(), key })
    stranger = { key, planId: body.id }
  })

  const aPlanAt = (amount: number, more: object = {}) =>
    createPlan(
      service,
      aMonthlyPlan({ name: 'Other', price: { default: { amount, currency: 'EUR' }, countries: [] }, ...more }),
    )
  const anArchivedPlan = async () => {
    const plan = await aPlanAt(1500)
    await service.send('PATCH', `/plans/${plan.id}`, { body: { archived: true } })
    return plan
  }
  const patch = (subscription: object, more: object = {}) =>
    service.send('PATCH', '/subscriptions', { body: { subscription, ...more } })
  /** The answer to a refused change, after a check that nothing about the subscription changed. */
  const refused = async (id: string, status: string | undefined, planId: string | undefined) => {
    const before = await service.send('GET', `/subscriptions/${id}`)
    const answer = await patch({ id, ...(status && { status }) }, planId ? { plan: { id: planId } } : {})
    expect((await service.send('GET', `/subscriptions/${id}`)).body).toEqual(before.body)
    return answer
  }

  test.each([
    ['a plan of another organization', async () => stranger.planId, 404, 'not_found'],
    [
      'a one-off plan',
      async () => (await aPlanAt(500, { type: 'one-off', interval: undefined, interval_count: undefined })).id,
      400,
      'invalid_parameter',
    ],
    ['an archived plan', async () => (await anArchivedPlan()).id, 400, 'plan_archived'],
    [
      'a plan in another currency',
      async () => (await aPlanAt(1500, { price: { default: { amount: 1500, currency: 'JPY' }, countries: [] } })).id,
      409,
      'currency_mismatch',
    ],
    ['nothing', async () => undefined, 400, 'invalid_parameter'],
  ])('to %s', async (_, planId, status, code) => {
    const { id } = await aSubscriber(service, aMonthlyPlan())

    expect(await refused(id, undefined, await planId())).toMatchObject({ status, body: { error: { code } } })
  })

  test.each([
    ['cancelled', 'scheduled_for_cancellation'],
    ['cancelled', 'trial'],
    ['active', 'past_due'],
  ])('from %s to %s, with a sentence that names the allowed changes', async (from, to) => {
    const { id } = await aSubscriber(service, aMonthlyPlan())
    if (from === 'cancelled') await service.send('POST', `/subscriptions/cancel/${id}`)

    const { status, body } = await refused(id, to, undefined)

    // A status that no caller may request is an invalid request; a status that this subscription cannot take is a conflict.
    const isAskable = to === 'scheduled_for_cancellation'
    expect([status, body.error.code]).toEqual(
      isAskable ? [409, 'subscription_not_changeable'] : [400, 'invalid_parameter'],
    )
    expect(body.error.message).toContain(to)
    expect(body.error.message).toContain(isAskable ? from : 'scheduled_for_cancellation')
  })

  test.each([
    ['a plan while the subscription is cancelled', 'cancelled', undefined, 409],
    ['a plan while the subscription is scheduled to end', 'scheduled_for_cancellation', undefined, 409],
    ['all members at once if the status does not allow a plan', 'active', 'cancelled', 409],
  ])('%s, and neither part is done', async (_, from, asked, expected) => {
    const { id } = await aSubscriber(service, aMonthlyPlan())
    if (from !== 'active') await patch({ id, status: from })

    const { status, body } = await refused(id, asked, (await aPlanAt(1500)).id)

    expect([status, body.error.code]).toEqual([expected, 'subscription_not_changeable'])
    expect(body.error.message).toContain(asked ?? from)
  })

  test('of another organization, like that of an unknown subscription', async () => {
    const { id } = await aSubscriber(service, aMonthlyPlan())

    const answer = await service.send('PATCH', '/subscriptions', {
      key: stranger.key,
      body: { subscription: { id, status: 'cancelled' } },
    })

    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'not_found' } } })
  })

  test('for a difference too small to charge, with the amount and an alternative that works', async () => {
    const { id, customerId } = await aSubscriber(service, aMonthlyPlan())
    const plan = await aPlanAt(1010)
    const ask = (mode: string) =>
      service.send('POST', '/client-session', {
        body: {
          customer: { id: customerId },
          subscription: { id, proration_billing_mode: mode },
          plan: { id: plan.id },
        },
      })

    const { status, body } = await ask('prorated_immediately')

    expect([status, body.error.code]).toEqual([400, 'amount_below_minimum'])
    expect(body.error.message).toMatch(/got 1\d\..*prorated_next_billing_period/)
    expect((await ask('prorated_next_billing_period')).status).toBe(200)
  })

  test('by a clock that would move backwards', async () => {
    await moveClock(service, 'P1D')
    const { body: clock } = await service.send('GET', '/sandbox/clock')

    const answer = await service.send('POST', '/sandbox/clock', { body: { to: '2020-01-01T00:00:00Z' } })

    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_parameter' } } })
    expect(answer.body.error.message).toContain(clock.now.slice(0, 13))
  })
})
