import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'
import { changesAt, monthlyPlanAt } from '../../support/stories/plan-changes.ts'
import { createPlan } from '../../support/stories/shopper.ts'
import { aScriptedProcessor, aSubscriber, moveClock, type ScriptedProcessor } from '../../support/stories/subscriber.ts'

/** The answers that the story below recorded on 2026-11-28, before discounts, quantities, scheduled changes and free starts existed. */
const recorded = JSON.parse(readFileSync(new URL('without-offers.json', import.meta.url), 'utf8')) as Told

interface Told {
  readonly answers: readonly object[]
  /** Of each event: its type, the id of its object and that object's status. */
  readonly events: readonly string[]
}

describeUsualDatabase('a subscription without a discount, a quantity, a scheduled change or a free start', (open) => {
  let processor: ScriptedProcessor
  const service = useService(open, (database) => {
    processor = aScriptedProcessor(database)
    return { processor }
  })
  const { aChange, patch } = changesAt(() => service)

  /** Runs a sale, a renewal, a decline and its retry, a plan change, a refund, a cancellation, a return and the end. */
  const tellStory = async (): Promise<Told> => {
    await moveClock(service, '2027-01-03T10:00:00Z')
    const other = await createPlan(service, monthlyPlanAt(2000))
    const subscriber = await aSubscriber(service, monthlyPlanAt(1000))
    const { id } = subscriber
    const answers: object[] = []
    const look = async () => void answers.push(await subscriber.subscription())
    await look()
    await moveClock(service, '2027-02-03T12:00:00Z')
    processor.script.push('decline')
    await moveClock(service, '2027-03-03T12:00:00Z')
    await look()
    await moveClock(service, '2027-03-05T12:00:00Z')
    await (await aChange(subscriber, other)).pay()
    const { body: page } = await service.send('GET', `/payments?payment_status_set=${id}&limit=1`)
    answers.push((await service.send('POST', `/payments/refund/${page.data[0].id}`, { body: { amount: 500 } })).body)
    for (const status of ['scheduled_for_cancellation', 'active', 'cancelled']) {
      expect((await patch(id, { status })).status).toBe(200)
      await look()
    }
    await moveClock(service, '2027-05-10T12:00:00Z')
    await look()
    answers.push(...(await subscriber.payments()))
    const { body } = await service.send('GET', '/events?limit=1000')
    return normal({ answers, events: body.data.map(inWords) })
  }

  test('has the same events in the same order as before those features existed, and answers that only have more members', async () => {
    const told = await tellStory()

    expect(told.events).toEqual(recorded.events)
    expect(told.answers).toMatchObject(recorded.answers)
    expect(told.answers[0]).toMatchObject({ quantity: 1, discount: null, scheduled_change: null })
  })
})

interface Listed {
  readonly type: string
  readonly data: { readonly object: Readonly<Record<'id' | 'status' | 'payment_status', string | undefined>> }
}

const inWords = ({ type, data: { object } }: Listed): string =>
  [type, object.id, object.payment_status ?? object.status].join(' ')

/** Members that are random in every run. */
const drawn = new Set(['network_payment_id', 'auth_code', 'arn', 'email', 'fingerprint'])

/** The same story with ids replaced by their order, times by their days, and without random members. */
const normal = (told: Told): Told => {
  const places = new Map<string, string>()
  const text = JSON.stringify(told, (name, value: unknown) => (drawn.has(name) ? undefined : value))
    .replaceAll(/\b([a-z]+)_[0-9a-f]{8,}[-0-9a-f]*/g, (id, kind: string) => {
      if (!places.has(id)) places.set(id, `${kind}_${places.size + 1}`)
      return places.get(id)!
    })
    .replaceAll(/(\d{4}-\d\d-\d\d)T[\d:.]+Z/g, '$1')
  return JSON.parse(text) as Told
}
