import { beforeEach, expect, test } from 'vitest'
import { updateOrganization } from '#server/organization/organizations.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { changesAt, monthlyAt } from '../../support/stories/plan-changes.ts'
import { aShopper } from '../../support/stories/shopper.ts'
import {
  aScriptedProcessor,
  aSubscriber,
  moveClock,
  restSubscribers,
  type ScriptedProcessor,
} from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

describeUsualDatabase('why a subscription was cancelled (scheduleCancellation, cancelSubscription)', (open) => {
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
  beforeEach(() => change({ emails: 'events' }))

  const aSale = () => aSubscriber(service, monthlyAt(3000))
  const send = (way: 'cancel' | 'schedule-cancel', id: string, body?: object, key?: string) =>
    service.send('POST', `/subscriptions/${way}/${id}`, { ...(body && { body }), ...(key && { key }) })
  const cancellationOf = async (id: string) => (await service.send('GET', `/subscriptions/${id}`)).body.cancellation

  test('the reason and the comment of a request are kept, in the event as well', async () => {
    const { id } = await aSale()
    const answer = await send('schedule-cancel', id, { reason: 'too_expensive', comment: 'I read less now.' })
    const { body: events } = await service.send('GET', `/events?object=${id}`)
    const expected = {
      reason: 'too_expensive',
      comment: 'I read less now.',
      source: 'merchant',
      received_at: answer.body.updated_at,
    }

    expect(answer.body).toMatchObject({ status: 'scheduled_for_cancellation', cancellation: expected })
    expect(events.data.at(-1).data.object.cancellation).toEqual(expected)
  })

  test('a request without a body says nothing but who and when', async () => {
    const { id } = await aSale()

    expect((await send('cancel', id)).body.cancellation).toMatchObject({
      reason: null,
      comment: null,
      source: 'merchant',
    })
  })

  test('a second cancellation without a reason leaves the first one’s, and one with a reason replaces it', async () => {
    const { id } = await aSale()
    await send('schedule-cancel', id, { reason: 'unused' })
    await moveClock(service, 'P1D')
    const sooner = await send('cancel', id)
    const explained = await send('cancel', id, { reason: 'switched_service' })

    expect(sooner.body).toMatchObject({ status: 'cancelled', cancellation: { reason: 'unused' } })
    expect(sooner.body.cancellation.received_at < explained.body.cancellation.received_at).toBe(true)
    expect(explained.body).toMatchObject({ status: 'cancelled', cancellation: { reason: 'switched_service' } })
  })

  test('a subscription that is resumed, or begins again, has no cancellation', async () => {
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

  test('the customer cancels in the portal, with a link in the email that takes it back', async () => {
    const { id, customerId } = await aSale()
    const { body: portal } = await service.send('POST', '/portal-session', { body: { customer: { id: customerId } } })
    const own = await send('schedule-cancel', id, { comment: 'Too many books.' }, portal.client_token)
    const { body: emails } = await service.send('GET', `/emails?subscription_id=${id}&kind=cancellation`)

    expect(own.body.cancellation).toMatchObject({ comment: null, source: 'portal' })
    expect(await cancellationOf(id)).toMatchObject({ comment: 'Too many books.', source: 'portal' })
    expect(emails.data).toMatchObject([{ facts: { can_keep: true } }])
  })

  test('the end after declined charges is noted, also after the only one', async () => {
    await restSubscribers(service)
    await change({ dunning_days: [0] })
    const { id } = await aSale()
    processor.script.push('decline')
    await moveClock(service, 'P1M1D')

    expect(await cancellationOf(id)).toMatchObject({ source: 'unpaid', reason: null })
  })

  test('a declaration is noted with the reason that was typed', async () => {
    const { id, customerId } = await aSale()
    const { body: customer } = await service.send('GET', `/customers/${customerId}`)
    const body = { kind: 'cancel', email: customer.email, reason: 'I moved.' }
    await service.send('POST', '/declarations', { body })

    expect(await cancellationOf(id)).toMatchObject({ source: 'declaration', comment: 'I moved.' })
  })

  test('an erasure is noted, and removes what the customer wrote', async () => {
    const [first, second] = [await aSale(), await aSale()]
    await send('cancel', first.id, { reason: 'other', comment: 'Mina Marlowe is moving.' })
    const key = await service.addKey(service.organizationId, { erasure: 'write', customers: 'write' })
    for (const { customerId } of [first, second])
      await service.send('DELETE', `/customers/${customerId}?cancel_subscriptions=true`, { key })

    expect(await cancellationOf(first.id)).toMatchObject({ reason: 'other', comment: null, source: 'merchant' })
    expect(await cancellationOf(second.id)).toMatchObject({ source: 'erasure' })
  })

  test('a checkout that starts it again does not show the comment', async () => {
    const { id } = await aSale()
    await send('schedule-cancel', id, { comment: 'Mina Marlowe is moving.' })
    const shopper = await aShopper(service, { subscription: { id } })

    expect(JSON.stringify((await shopper.look()).body)).not.toContain('moving')
  })

  test.each([
    [{ reason: 'bored' }, 'body.reason'],
    [{ comment: '' }, 'body.comment'],
    [{ comment: 'x'.repeat(501) }, 'body.comment'],
    [{ source: 'portal' }, 'body.source'],
  ])('%o is refused', async (body, path) => {
    const { id } = await aSale()
    const { status, body: answer } = await send('schedule-cancel', id, body)

    expect([status, answer.error.details[0].path, await cancellationOf(id)]).toEqual([400, path, null])
  })
})
