import { beforeEach, expect, test } from 'vitest'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

/** A card that is approved when stored and declined when charged later. */
const declinesLater = '4000000000000341'

const inEuros = (amount: number) => ({ default: { amount, currency: 'EUR' }, countries: [] })

describeEachDatabase('what a customer may use (findAccess)', (open) => {
  const service = useService(open)
  const accessOf = async (id: string, query = '') =>
    service.send('GET', `/customers/${encodeURIComponent(id)}/access${query}`)
  let externalId: string
  beforeEach(() => {
    externalId = `user/${crypto.randomUUID()}`
  })
  const buyer = () => ({ external_id: externalId })

  test('is the plan of a subscription, until its period ends', async () => {
    const { id, customerId, row } = await aSubscriber(service, { ...aMonthlyPlan(), group: 'coffee' }, {}, buyer())
    const { body } = await accessOf(customerId)
    const { planId, currentPeriodEnd } = await row()

    expect(body.data).toEqual([
      {
        plan: { id: planId, name: expect.any(String), group: 'coffee' },
        reason: 'active',
        until: currentPeriodEnd,
        subscription_id: id,
        payment_id: null,
      },
    ])
  })

  test('is found by the merchant’s own identifier, even for a person who never bought anything', async () => {
    const unknown = await accessOf(externalId, '?identified_by=external_id')
    const { id } = await aSubscriber(service, aMonthlyPlan(), {}, buyer())
    const known = await accessOf(externalId, '?identified_by=external_id')

    expect([unknown.status, unknown.body]).toEqual([200, { data: [] }])
    expect(known.body.data).toMatchObject([{ subscription_id: id, reason: 'active' }])
  })

  test('names the reason: a trial, a charge that is being retried, a scheduled end', async () => {
    const trial = await aSubscriber(service, aMonthlyPlan({ trial_interval: 'days', trial_interval_count: 7 }))
    const late = await aSubscriber(service, aMonthlyPlan(), { number: declinesLater })
    const inTrial = await accessOf(trial.customerId)
    await moveClock(service, 'P32D')
    await service.send('POST', `/subscriptions/schedule-cancel/${trial.id}`)

    expect(inTrial.body.data).toMatchObject([{ reason: 'trial', until: (await trial.row()).trialEndsAt }])
    expect((await accessOf(late.customerId)).body.data).toMatchObject([
      { reason: 'past_due', until: (await late.row()).nextBillingDate },
    ])
    expect((await accessOf(trial.customerId)).body.data).toMatchObject([
      { reason: 'scheduled_for_cancellation', until: (await trial.row()).currentPeriodEnd },
    ])
  })

  test('ends with the subscription', async () => {
    const { id, customerId } = await aSubscriber(service, aMonthlyPlan())
    await service.send('POST', `/subscriptions/cancel/${id}`)

    expect((await accessOf(customerId)).body).toEqual({ data: [] })
  })

  test('includes a one-off plan while some of its money is not refunded', async () => {
    const plan = await createPlan(service, { name: 'A book', type: 'one-off', price: inEuros(1000) })
    const buy = async () => (await (await aShopper(service, { plan: { id: plan.id }, customer: buyer() })).pay()).body
    const [first, second] = [await buy(), await buy()]
    const refund = (id: string, amount: number) => service.send('POST', `/payments/refund/${id}`, { body: { amount } })
    const access = async () => (await accessOf(first.customer.id)).body.data
    const bought = await access()
    await refund(second.id, 1000)
    const returned = await access()
    await refund(first.id, 400)
    const inPart = await access()
    await refund(first.id, 600)

    expect(bought).toEqual([
      {
        plan: { id: plan.id, name: 'A book', group: null },
        reason: 'purchased',
        until: null,
        subscription_id: null,
        payment_id: second.id,
      },
    ])
    expect([returned, inPart]).toMatchObject([[{ payment_id: first.id }], [{ payment_id: first.id }]])
    expect(await access()).toEqual([])
  })

  test('is neither shown to another organization nor to a key that may not read customers', async () => {
    const { customerId } = await aSubscriber(service, aMonthlyPlan(), {}, buyer())
    const key = await service.addKey(service.organizationId, { payments: 'write' })
    const path = `/customers/${customerId}/access`

    expect((await service.send('GET', path, { key })).status).toBe(403)
    expect((await accessOf('cus_unknown')).status).toBe(404)
    expect((await accessOf(customerId, '?identified_by=email')).status).toBe(400)
  })
})
