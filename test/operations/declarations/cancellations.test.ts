import { beforeEach, expect, test } from 'vitest'
import { updateOrganization } from '#server/organization/organizations.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { changesAt, monthlyPlanAt } from '../../support/stories/plan-changes.ts'
import {
  aScriptedProcessor,
  aSubscriber,
  moveClock,
  endAllSubscriptions,
  type ScriptedProcessor,
} from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

describeUsualDatabase('the cancellation of a subscription (scheduleCancellation, cancelSubscription)', (open) => {
  let processor: ScriptedProcessor
  const service = useService(open, (database) => {
    processor = aScriptedProcessor(database)
    return { processor, settings: { emails: 'events' } }
  })
  const { patch } = changesAt(() => service)
  const change = (settings: object) =>
    updateOrganization(
      service.database.db,
      service.organizationId,
      { settings: { ...settings } },
      new Date().toISOString(),
    )
  beforeEach(() => change({ portal_features: ['resume'] }))

  const aSale = () => aSubscriber(service, monthlyPlanAt(3000))
  const send = (way: 'cancel' | 'schedule-cancel', id: string, body?: object, key?: string) =>
    service.send('POST', `/subscriptions/${way}/${id}`, { ...(body && { body }), ...(key && { key }) })
  const cancellationOf = async (id: string) => (await service.send('GET', `/subscriptions/${id}`)).body.cancellation

  test('stores the reason and the comment of a request, also in the event', async () => {
    const { id } = await aSale()
    const answer = await send('schedule-cancel', id, { reason: 'too_expensive', comment: 'I read less now.' })
    const { body: events } = await service.send('GET', `/events?object=${id}`)
    const expected = {
      reason: 'too_expensive',
      comment: 'I read less now.',
      source: 'merchant',
      received_at: answer.body.updated_at,
      ends_at: answer.body.current_period_end,
    }

    expect(answer.body).toMatchObject({ status: 'scheduled_for_cancellation', cancellation: expected })
    expect(events.data.at(-1).data.object.cancellation).toEqual(expected)
  })

  test('states only the source and the time if the request has no body', async () => {
    const { id } = await aSale()

    expect((await send('cancel', id)).body.cancellation).toMatchObject({
      reason: null,
      comment: null,
      source: 'merchant',
    })
  })

  test('keeps the reason of an earlier request if a later one has none, and accepts a reason afterwards', async () => {
    const { id } = await aSale()
    const later = await send('schedule-cancel', id, { reason: 'unused' })
    await moveClock(service, 'P1D')
    const sooner = await send('cancel', id)
    const explained = await send('cancel', id, { reason: 'switched_service' })
    const again = await send('cancel', id, { reason: 'switched_service' })

    expect(sooner.body).toMatchObject({ status: 'cancelled', cancellation: { reason: 'unused' } })
    expect(later.body.cancellation.received_at < sooner.body.cancellation.received_at).toBe(true)
    expect(explained.body.cancellation).toEqual({ ...sooner.body.cancellation, reason: 'switched_service' })
    expect(again.body.updated_at).toBe(explained.body.updated_at)
  })

  test('by a customer does not replace what the merchant wrote', async () => {
    const { id, customerId } = await aSale()
    await send('cancel', id, { reason: 'other', comment: 'Charged back twice.' })
    const { body: portal } = await service.send('POST', '/portal-session', { body: { customer: { id: customerId } } })
    await send('schedule-cancel', id, { comment: 'Too many books.' }, portal.client_token)

    expect(await cancellationOf(id)).toMatchObject({ comment: 'Charged back twice.', source: 'merchant' })
  })

  test('is confirmed with a link that takes it back only if the portal offers to resume', async () => {
    await change({ portal_features: ['address'] })
    const { id, customerId } = await aSale()
    const { body: portal } = await service.send('POST', '/portal-session', { body: { customer: { id: customerId } } })
    await send('schedule-cancel', id, undefined, portal.client_token)
    const { body: emails } = await service.send('GET', `/emails?subscription_id=${id}&kind=cancellation`)

    expect(emails.data).toHaveLength(1)
    expect(emails.data[0].facts).not.toHaveProperty('can_keep')
  })

  test('is null once the subscription is resumed or restarted', async () => {
    const { id } = await aSale()
    await send('schedule-cancel', id, { reason: 'unused' })
    const resumed = await patch(id, { status: 'active' })
    await send('cancel', id, { reason: 'unused' })
    await moveClock(service, 'P2M')
    const restarted = await patch(id, { status: 'active' })

    expect([resumed, restarted].map(({ body }) => [body.status, body.cancellation])).toEqual([
      ['active', null],
      ['active', null],
    ])
  })

  test('in the portal is confirmed by an email with a link that takes it back', async () => {
    const { id, customerId } = await aSale()
    const { body: portal } = await service.send('POST', '/portal-session', { body: { customer: { id: customerId } } })
    const said = { reason: 'too_expensive', comment: 'Too many books.' }
    const own = await send('schedule-cancel', id, said, portal.client_token)
    const { body: emails } = await service.send('GET', `/emails?subscription_id=${id}&kind=cancellation`)

    expect(own.body.cancellation).toMatchObject({ reason: null, comment: null, source: 'portal' })
    expect(await cancellationOf(id)).toMatchObject({ ...said, source: 'portal' })
    expect(emails.data).toMatchObject([{ facts: { can_keep: true } }])
  })

  test('has the source unpaid if the only dunning day ends with a decline', async () => {
    await endAllSubscriptions(service)
    await change({ dunning_days: [0] })
    const { id } = await aSale()
    processor.script.push('decline')
    await moveClock(service, 'P1M1D')

    expect(await cancellationOf(id)).toMatchObject({ source: 'unpaid', reason: null })
  })

  test('by a declaration has that source; the consumer’s text stays in the declaration', async () => {
    const { id, customerId } = await aSale()
    const { body: customer } = await service.send('GET', `/customers/${customerId}`)
    const body = { kind: 'cancel', email: customer.email, reason: 'I moved.' }
    await service.send('POST', '/declarations', { body })

    expect(await cancellationOf(id)).toMatchObject({ source: 'declaration', comment: null })
  })

  test('by an erasure has that source, and what the customer wrote is removed', async () => {
    const [first, second] = [await aSale(), await aSale()]
    await send('cancel', first.id, { reason: 'other', comment: 'Mina Marlowe is moving.' })
    const key = await service.addKey(service.organizationId, { erasure: 'write', customers: 'write' })
    for (const { customerId } of [first, second])
      await service.send('DELETE', `/customers/${customerId}?cancel_subscriptions=true`, { key })

    expect(await cancellationOf(first.id)).toMatchObject({ reason: 'other', comment: null, source: 'merchant' })
    expect(await cancellationOf(second.id)).toMatchObject({ source: 'erasure' })
    await send('cancel', first.id, { reason: 'unused', comment: 'Mina Marlowe rang.' })
    expect(await cancellationOf(first.id)).toMatchObject({ reason: 'unused', comment: null })
  })

  test.each([
    [{ reason: 'bored' }, 'body.reason'],
    [{ comment: '' }, 'body.comment'],
    [{ comment: 'x'.repeat(501) }, 'body.comment'],
    [{ source: 'portal' }, 'body.source'],
  ])('with %o is refused', async (body, path) => {
    const { id } = await aSale()
    const { status, body: answer } = await send('schedule-cancel', id, body)

    expect([status, answer.error.details[0].path, await cancellationOf(id)]).toEqual([400, path, null])
  })
})
