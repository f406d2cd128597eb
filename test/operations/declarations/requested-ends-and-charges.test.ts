import { addInterval, addSeconds } from '@billing-checkout/domain'
import { beforeEach, expect, test } from 'vitest'
import { updateOrganization } from '#server/organization/organizations.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'
import { monthlyPlanAt } from '../../support/stories/plan-changes.ts'
import {
  aScriptedProcessor,
  aSubscriber,
  moveClock,
  endAllSubscriptions,
  type ScriptedProcessor,
} from '../../support/stories/subscriber.ts'

const weekly = monthlyPlanAt(700, { interval: 'days', interval_count: 7 })

describeEachDatabase('charges before and after a requested end (createDeclaration)', (open) => {
  let processor: ScriptedProcessor
  const service = useService(open, (database) => {
    processor = aScriptedProcessor(database)
    return { processor, settings: { emails: 'events' } }
  })
  let addresses = 0

  const dunOn = (...days: number[]) => {
    const settings = { dunning_days: days }
    return updateOrganization(service.database.db, service.organizationId, { settings }, new Date().toISOString())
  }

  beforeEach(async () => {
    await endAllSubscriptions(service)
    await dunOn(0, 1, 3, 7, 14, 21, 30)
  })

  /**
   * A weekly subscription, and `declare`, which requests an end five days after the first period ends. The subscription then ends with the
   * second period.
   */
  const aReader = async () => {
    const email = `unpaid${(addresses += 1)}@example.com`
    const reader = await aSubscriber(service, weekly, {}, { email })
    const begun = (await reader.subscription()).current_period_end as string
    const told = addInterval(begun, 'days', 7)
    const declare = async () => {
      const body = { kind: 'cancel', email, requested_end_at: addInterval(begun, 'days', 5) }
      const { effects } = (await service.send('POST', '/declarations', { body })).body
      expect(effects).toMatchObject([{ outcome: 'scheduled', ends_at: told }])
    }
    return { ...reader, email, begun, told, declare }
  }
  type Reader = Awaited<ReturnType<typeof aReader>>

  const statusesOf = async ({ payments }: Reader): Promise<string[]> =>
    (await payments()).map((payment: { payment_status: string }) => payment.payment_status)
  const ended = { status: 'cancelled', next_billing_date: null, cancellation: { source: 'declaration', ends_at: null } }

  test.each([
    ['before its charges are declined', 0],
    ['while its charges are declined', 4],
  ])('nothing is charged at or after the end that the consumer requested %s', async (_, days) => {
    const reader = await aReader()
    if (days === 0) await reader.declare()
    processor.script.push('decline', 'decline', 'decline')
    await moveClock(service, addInterval(reader.begun, 'days', 4))
    if (days > 0) await reader.declare()

    expect(await reader.subscription()).toMatchObject({ status: 'past_due', next_billing_date: null })
    expect((await reader.row()).givesUpAt).toBe(reader.told)
    await moveClock(service, reader.told)

    expect(await reader.subscription()).toMatchObject(ended)
    await moveClock(service, 'P2M')
    expect((await statusesOf(reader)).filter((status) => status !== 'DECLINED')).toHaveLength(1)
    expect(await statusesOf(reader)).toHaveLength(4)
    const { body } = await service.send('GET', `/emails?subscription_id=${reader.id}&kind=cancellation`)
    expect(body.data).toMatchObject([{ facts: { ends_at: reader.told } }])
  })

  const keep = async ({ id }: Reader) => {
    const body = { subscription: { id, status: 'active' } }
    expect((await service.send('PATCH', '/subscriptions', { body })).status).toBe(200)
  }

  test.each([
    ['before its charges are declined', 0],
    ['while its charges are declined', 4],
  ])('after an end requested %s is taken back, the retries follow the dunning days again', async (_, days) => {
    const reader = await aReader()
    if (days === 0) await reader.declare()
    processor.script.push(...Array<'decline'>(6).fill('decline'))
    await moveClock(service, addInterval(reader.begun, 'days', 4))
    if (days > 0) await reader.declare()
    expect(await reader.subscription()).toMatchObject({ status: 'past_due', next_billing_date: null })

    await keep(reader)

    const since = (await reader.row()).pastDueSince!
    expect(await reader.subscription()).toMatchObject({
      status: 'past_due',
      cancellation: null,
      next_billing_date: addInterval(since, 'days', 7),
    })
    expect((await reader.row()).givesUpAt).toBe(addInterval(since, 'days', 30))
    await moveClock(service, addInterval(since, 'days', 29))
    expect((await reader.subscription()).status).toBe('past_due')
    expect(await statusesOf(reader)).toHaveLength(1 + 6)
    await moveClock(service, addInterval(since, 'days', 31))
    expect((await reader.subscription()).status).toBe('active')
  })

  test('after the end is taken back, a card that must not be retried is not retried, and the dunning days continue', async () => {
    const reader = await aReader()
    await reader.declare()
    processor.script.push('hard decline')
    await moveClock(service, addInterval(reader.begun, 'days', 4))

    await keep(reader)

    const since = (await reader.row()).pastDueSince!
    expect(await reader.subscription()).toMatchObject({ status: 'past_due', next_billing_date: null })
    await moveClock(service, addInterval(since, 'days', 29))
    expect((await reader.subscription()).status).toBe('past_due')
    await moveClock(service, addInterval(since, 'days', 30))
    expect(await reader.subscription()).toMatchObject({ status: 'cancelled', cancellation: { source: 'unpaid' } })
    expect(await statusesOf(reader)).toEqual(['SETTLED', 'DECLINED'])
  })

  test('a charge that fails for a technical reason is not retried after the requested end', async () => {
    const reader = await aReader()
    await reader.declare()
    processor.script.push('decline', 'fail', 'fail')
    await moveClock(service, reader.begun)
    const nextBillingDate = addSeconds(reader.told, -7200)
    const row = service.database.db.updateTable('subscriptions').where('id', '=', reader.id)
    await row.set({ nextBillingDate }).execute()

    await moveClock(service, addInterval(reader.told, 'days', 3))

    expect(await reader.subscription()).toMatchObject(ended)
    expect(await statusesOf(reader)).toEqual(['SETTLED', 'DECLINED', 'FAILED', 'FAILED'])
  })

  test('a retry may pay what is owed until the requested end', async () => {
    const reader = await aReader()
    await reader.declare()
    processor.script.push('decline', 'decline')

    await moveClock(service, addInterval(reader.begun, 'days', 3))

    expect(await reader.subscription()).toMatchObject({
      status: 'scheduled_for_cancellation',
      current_period_end: reader.told,
    })
  })

  test('the end of dunning comes before the requested end, and the cancellation’s source is unpaid', async () => {
    await dunOn(0, 1)
    const reader = await aReader()
    await reader.declare()
    processor.script.push('decline', 'decline')

    await moveClock(service, addInterval(reader.begun, 'days', 2))

    expect(await reader.subscription()).toMatchObject({ status: 'cancelled', cancellation: { source: 'unpaid' } })
    expect(await statusesOf(reader)).toHaveLength(3)
  })

  test('a cancellation for good cause refunds a later renewal, although the consumer requested a later end', async () => {
    const reader = await aReader()
    const body = { kind: 'cancel', email: 'nobody@example.com', for_cause: true, requested_end_at: reader.told }
    const { body: declaration } = await service.send('POST', '/declarations', { body })
    const { now } = await moveClock(service, reader.begun)
    const row = { email: reader.email, createdAt: addInterval(reader.begun, 'days', -1), dueAt: now }
    await service.database.db.updateTable('declarations').set(row).where('id', '=', declaration.id).execute()

    await moveClock(service, 'PT1H')

    expect((await service.send('GET', `/declarations/${declaration.id}`)).body.effects).toMatchObject([
      { outcome: 'ended', refunds: [{ amount: 700 }] },
    ])
  })

  test('a declaration during a renewal of unknown outcome takes effect once the outcome is known', async () => {
    const reader = await aReader()
    processor.script.push('lose after')
    processor.isDown = true
    await moveClock(service, reader.begun)
    await reader.declare()
    processor.isDown = false

    await moveClock(service, 'P1D')

    expect(await reader.subscription()).toMatchObject({ status: 'scheduled_for_cancellation' })
    expect(await statusesOf(reader)).toHaveLength(2)
  })

  test('a charge that is found to be paid after the requested end buys the period before that end', async () => {
    const reader = await aReader()
    await reader.declare()
    processor.script.push('lose after')
    processor.isDown = true
    await moveClock(service, addInterval(reader.told, 'days', 2))
    processor.isDown = false

    await moveClock(service, 'P2D')

    expect(await reader.subscription()).toMatchObject({ ...ended, current_period_end: reader.told })
  })

  test('no payment recovers the subscription after the requested end, even before a worker has ended it', async () => {
    const reader = await aReader()
    await reader.declare()
    processor.script.push('hard decline')
    await moveClock(service, addInterval(reader.begun, 'days', 1))
    const rows = service.database.db.updateTable('subscriptions').where('id', '=', reader.id)
    await rows.set({ deferredUntil: addInterval(reader.told, 'days', 9) }).execute()
    await moveClock(service, reader.told)

    const { status, body } = await service.send('POST', '/payments', {
      body: { customer: { id: reader.customerId }, subscription: { id: reader.id } },
    })

    expect([status, body.error?.code]).toEqual([409, 'payment_in_progress'])
    expect(await statusesOf(reader)).toHaveLength(2)
    await rows.set({ deferredUntil: null }).execute()
    await moveClock(service, 'PT1H')
    expect(await reader.subscription()).toMatchObject(ended)
  })
})
