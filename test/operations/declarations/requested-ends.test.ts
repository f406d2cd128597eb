import { addInterval } from '@billing-checkout/domain'
import { beforeEach, expect, test } from 'vitest'
import { updateOrganization } from '#server/organization/organizations.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'
import { changesAt, monthlyPlanAt } from '../../support/stories/plan-changes.ts'
import { createPlan } from '../../support/stories/shopper.ts'
import {
  aScriptedProcessor,
  aSubscriber,
  moveClock,
  endAllSubscriptions,
  type ScriptedProcessor,
} from '../../support/stories/subscriber.ts'

const price = 3000

describeEachDatabase('cancellations with a requested end (createDeclaration)', (open) => {
  let processor: ScriptedProcessor
  const service = useService(open, (database) => {
    processor = aScriptedProcessor(database)
    return { processor, settings: { emails: 'events' } }
  })
  const { aChange, patch } = changesAt(() => service)
  const change = (settings: Record<string, unknown>) =>
    updateOrganization(service.database.db, service.organizationId, { settings }, new Date().toISOString())
  let addresses = 0

  beforeEach(async () => {
    await endAllSubscriptions(service)
    await change({ portal_features: ['resume', 'change_plan'], dunning_days: [0, 1, 3, 7, 14, 21, 30] })
  })

  const aReader = async (plan: object = monthlyPlanAt(price)) => {
    const email = `later${(addresses += 1)}@example.com`
    const reader = await aSubscriber(service, plan, {}, { email })
    return { email, ...reader, begun: (await reader.subscription()).current_period_end as string }
  }
  type Reader = Awaited<ReturnType<typeof aReader>>

  const declare = async ({ email }: Reader, requestedEndAt?: string, more: object = {}) => {
    const body = { kind: 'cancel', email, ...(requestedEndAt && { requested_end_at: requestedEndAt }), ...more }
    const answer = await service.send('POST', '/declarations', { body })
    expect(answer.status).toBe(200)
    return answer.body.effects[0]
  }
  const paidOf = async ({ payments }: Reader) =>
    (await payments()).filter((payment: { payment_status: string }) => payment.payment_status.startsWith('SETTL'))
  const emailsOf = async ({ id }: Reader) =>
    (await service.send('GET', `/emails?subscription_id=${id}&kind=cancellation`)).body.data
  /** The end of the period that is `months` periods after the first. */
  const endAfter = ({ begun }: Reader, months: number) => addInterval(begun, 'months', months)
  const ended = { status: 'cancelled', next_billing_date: null, cancellation: { source: 'declaration', ends_at: null } }

  test('the subscription renews until the first end of a period on or after the date, and ends without a further charge', async () => {
    const reader = await aReader()
    const end = endAfter(reader, 2)

    const effect = await declare(reader, addInterval(endAfter(reader, 1), 'days', 3))

    expect(effect).toMatchObject({ outcome: 'scheduled', ends_at: end, refunds: [] })
    expect(await reader.subscription()).toMatchObject({
      status: 'active',
      next_billing_date: reader.begun,
      cancellation: { source: 'declaration', ends_at: end },
    })
    expect(await emailsOf(reader)).toMatchObject([{ facts: { ends_at: end, renewals: 2, can_keep: true } }])
    await moveClock(service, endAfter(reader, 1))
    expect(await reader.subscription()).toMatchObject({
      status: 'scheduled_for_cancellation',
      current_period_end: end,
      next_billing_date: null,
      cancellation: { ends_at: end },
    })
    await moveClock(service, addInterval(end, 'months', 2))
    expect(await reader.subscription()).toMatchObject(ended)
    expect(await paidOf(reader)).toHaveLength(3)
    expect(await emailsOf(reader)).toHaveLength(1)
  })

  test('a date on which a period ends is the end, also if the clock jumps past several periods', async () => {
    const reader = await aReader()

    expect(await declare(reader, endAfter(reader, 1))).toMatchObject({ ends_at: endAfter(reader, 1) })
    await moveClock(service, 'P1Y')

    expect(await reader.subscription()).toMatchObject(ended)
    expect(await paidOf(reader)).toHaveLength(2)
  })

  test.each([
    ['in the past', () => '2001-01-01'],
    ['now', () => new Date().toISOString()],
    ['in the running period', ({ begun }: Reader) => addInterval(begun, 'days', -1)],
  ])('a date %s ends the subscription with its period', async (_, dateOf) => {
    const reader = await aReader()

    expect(await declare(reader, dateOf(reader))).toMatchObject({ outcome: 'scheduled', ends_at: reader.begun })
    expect((await reader.subscription()).status).toBe('scheduled_for_cancellation')
  })

  test('a date in the past ends a past-due subscription at once, and a future date lets its charge be retried', async () => {
    const [one, other] = [await aReader(), await aReader()]
    processor.script.push('decline', 'decline')
    await moveClock(service, other.begun)

    expect(await declare(one, one.begun)).toMatchObject({ outcome: 'ended' })
    expect(await declare(other, addInterval(other.begun, 'days', 9))).toMatchObject({ ends_at: endAfter(other, 1) })
    await moveClock(service, 'P1D')
    expect(await other.subscription()).toMatchObject({
      status: 'scheduled_for_cancellation',
      cancellation: { ends_at: endAfter(other, 1) },
    })
    expect((await one.subscription()).status).toBe('cancelled')
  })

  test('a customer who pays what is owed keeps the requested end, which is computed again for the new periods', async () => {
    const reader = await aReader()
    await declare(reader, endAfter(reader, 2))
    processor.script.push('hard decline')
    await moveClock(service, addInterval(reader.begun, 'days', 5))
    const { body: paid } = await service.send('POST', '/payments', {
      body: { customer: { id: reader.customerId }, subscription: { id: reader.id } },
    })

    expect(paid.payment_status).toBe('SETTLING')
    const { cancellation, status, current_period_end: end } = await reader.subscription()
    expect([status, cancellation.ends_at]).toEqual(['active', addInterval(end, 'months', 1)])
  })

  test.each([
    ['a date more than 100 years away counts as 100 years away', () => '9999-12-31', 100],
    ['a date 50 years away is kept', ({ begun }: Reader) => addInterval(begun, 'years', 50), 50],
  ])('%s', async (_, dateOf, years) => {
    const reader = await aReader()
    const effect = await declare(reader, dateOf(reader))

    const distance = Number(effect.ends_at.slice(0, 4)) - Number(reader.begun.slice(0, 4))
    expect(distance).toBeGreaterThanOrEqual(years - 1)
    expect(distance).toBeLessThanOrEqual(years + 1)
    expect(await reader.subscription()).toMatchObject({ status: 'active', cancellation: { ends_at: effect.ends_at } })
  })

  test.each(['tomorrow', '2027-02-30', '+010000-01-01T00:00:00Z'])('%s is refused as a date', async (date) => {
    const body = { kind: 'cancel', email: 'nobody@example.com', requested_end_at: date }

    expect(await service.send('POST', '/declarations', { body })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_parameter', details: [{ path: 'body.requested_end_at' }] } },
    })
  })

  test('a trial continues, is charged, and ends with the first paid period that covers the date', async () => {
    const reader = await aReader(monthlyPlanAt(price, { trial_interval: 'days', trial_interval_count: 14 }))
    const end = endAfter(reader, 1)

    expect(await declare(reader, addInterval(reader.begun, 'days', 1))).toMatchObject({ ends_at: end })
    expect((await reader.subscription()).status).toBe('trial')
    await moveClock(service, end)

    expect(await reader.subscription()).toMatchObject(ended)
    expect((await paidOf(reader)).map(({ amount }: { amount: number }) => amount)).toEqual([0, price])
  })

  test('a cancellation for good cause ends with the running period, although a later end is requested', async () => {
    const reader = await aReader()

    expect(await declare(reader, endAfter(reader, 3), { for_cause: true })).toMatchObject({ ends_at: reader.begun })
  })

  test('the earliest requested end counts, however often the consumer declares one', async () => {
    const reader = await aReader()
    const [first, second] = [endAfter(reader, 4), endAfter(reader, 2)]

    expect(await declare(reader, first)).toMatchObject({ ends_at: first })
    expect(await declare(reader, second)).toMatchObject({ ends_at: second })
    expect(await declare(reader, first)).toMatchObject({ outcome: 'scheduled', ends_at: second })
    expect(await declare(reader)).toMatchObject({ ends_at: reader.begun })
    expect(await declare(reader, second)).toMatchObject({ outcome: 'scheduled', ends_at: reader.begun })
    await moveClock(service, endAfter(reader, 5))
    expect(await paidOf(reader)).toHaveLength(1)
  })

  test.each([
    ['schedule-cancel', 'scheduled_for_cancellation'],
    ['cancel', 'cancelled'],
  ])('the merchant may end the subscription sooner (%s)', async (way, status) => {
    const reader = await aReader()
    await declare(reader, endAfter(reader, 3))

    const { body } = await service.send('POST', `/subscriptions/${way}/${reader.id}`)

    expect(body).toMatchObject({ status, cancellation: { source: 'merchant' } })
    await moveClock(service, endAfter(reader, 4))
    expect(await paidOf(reader)).toHaveLength(1)
  })

  test('a withdrawal ends the subscription at once', async () => {
    const reader = await aReader()
    await declare(reader, endAfter(reader, 3))
    await declare(reader, undefined, { kind: 'withdraw' })

    expect((await reader.subscription()).status).toBe('cancelled')
  })

  test('an erasure refuses the subscription as live, or ends it', async () => {
    const reader = await aReader()
    await declare(reader, endAfter(reader, 3))
    const key = await service.addKey(service.organizationId, { erasure: 'write', customers: 'write' })
    const erase = (query = '') => service.send('DELETE', `/customers/${reader.customerId}${query}`, { key })

    expect((await erase()).status).toBe(409)
    expect((await erase('?cancel_subscriptions=true')).status).toBe(200)
    expect(await reader.subscription()).toMatchObject({ status: 'cancelled', cancellation: { source: 'erasure' } })
  })

  test('the merchant, and the customer in the portal, can take the end back', async () => {
    const [one, other] = [await aReader(), await aReader()]
    for (const reader of [one, other]) await declare(reader, endAfter(reader, 1))
    const { body: portal } = await service.send('POST', '/portal-session', {
      body: { customer: { id: other.customerId } },
    })
    const { body: shown } = await service.send('GET', '/portal-session', { key: portal.client_token })

    const byMerchant = await patch(one.id, { status: 'active' })
    const byCustomer = await service.send('PATCH', '/subscriptions', {
      key: portal.client_token,
      body: { subscription: { id: other.id, status: 'active' } },
    })

    expect(shown.subscriptions[0]).toMatchObject({ status: 'active', end_date: expect.stringMatching(/\d{4}/) })
    for (const { body } of [byMerchant, byCustomer])
      expect(body).toMatchObject({ status: 'active', cancellation: null, next_billing_date: expect.anything() })
    await moveClock(service, endAfter(one, 2))
    expect((await one.subscription()).status).toBe('active')
    expect(await paidOf(one)).toHaveLength(4)
  })

  test('a plan change with a charge takes the end back, and one without a charge keeps it', async () => {
    const [one, other] = [await aReader(), await aReader()]
    const dearer = await createPlan(service, monthlyPlanAt(6000))
    const yearly = await createPlan(service, monthlyPlanAt(price, { interval: 'years' }))
    const end = endAfter(other, 2)
    for (const reader of [one, other]) await declare(reader, endAfter(reader, 2))

    await (await aChange(one, dearer)).pay()
    const refused = await patch(other.id, { planId: yearly.id })
    const offered = await aChange(other, yearly, 'do_not_bill').catch((error: unknown) => error)
    const switched = await patch(other.id, { planId: dearer.id })

    expect(await one.subscription()).toMatchObject({ status: 'active', cancellation: null })
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'subscription_not_changeable'])
    expect(String(offered)).toContain('another interval')
    expect(switched.body).toMatchObject({ plan: { id: dearer.id }, cancellation: { ends_at: end } })
    await moveClock(service, endAfter(other, 13))
    expect(await other.subscription()).toMatchObject(ended)
    expect(await paidOf(other)).toHaveLength(3)
  })

  test('a scheduled change is removed, and none can be scheduled until the subscription ends', async () => {
    const reader = await aReader()
    const yearly = await createPlan(service, monthlyPlanAt(price, { interval: 'years' }))
    const schedule = () =>
      service.send('PATCH', '/subscriptions', {
        body: { subscription: { id: reader.id, proration_billing_mode: 'at_period_end' }, plan: { id: yearly.id } },
      })
    expect((await schedule()).body.scheduled_change.plan.id).toBe(yearly.id)

    expect(await declare(reader, endAfter(reader, 1))).toMatchObject({ ends_at: endAfter(reader, 1) })

    expect(await reader.subscription()).toMatchObject({ status: 'active', scheduled_change: null })
    expect((await schedule()).body.error.code).toBe('subscription_not_changeable')
    await moveClock(service, endAfter(reader, 3))
    expect(await reader.subscription()).toMatchObject(ended)
    expect(await paidOf(reader)).toHaveLength(2)
  })

  test('a next billing date that the merchant moves past the end becomes the end', async () => {
    const other = await aReader()
    await declare(other, endAfter(other, 1))
    const moved = endAfter(other, 2)
    const { body } = await service.send('PATCH', '/subscriptions', {
      body: { subscription: { id: other.id, next_billing_date: moved } },
    })
    await moveClock(service, endAfter(other, 3))

    expect(body).toMatchObject({ status: 'scheduled_for_cancellation', current_period_end: moved })
    expect(await paidOf(other)).toHaveLength(1)
  })
})
