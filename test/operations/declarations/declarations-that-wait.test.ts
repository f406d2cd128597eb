import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../support/databases/databases.ts'
import { pausableDatabase, type PausableDatabase } from '../../support/interleaving/pausable.ts'
import { useService } from '../../support/services/use-service.ts'
import { monthlyPlanAt } from '../../support/stories/plan-changes.ts'
import { aSubscriber, moveClock } from '../../support/stories/subscriber.ts'

describe('declarations that meet payments again and again (postgresql)', () => {
  const service = useService(async () => pausableDatabase(await openTestDatabase('postgresql')))
  const pausing = () => service.database as PausableDatabase

  /**
   * Stores another declined payment of a subscription, as a charge on another server would do; does nothing if the subscription is locked.
   */
  const payAgain = (subscriptionId: string, id: string) =>
    sql`insert into payments select (jsonb_populate_record(payments, ${JSON.stringify({ id, payment_status: 'DECLINED' })}::jsonb)).*
      from (select id from subscriptions where id = ${subscriptionId} for key share skip locked) as free
      join payments on payments.subscription_id = free.id and payments.id not like 'pay_00000000%'`.execute(
      service.database.db,
    )

  test('a declaration that meets new payments on every try is stored, answered, and carried out later from its receipt', async () => {
    const email = 'busy@example.com'
    const { id, subscription, payments } = await aSubscriber(service, monthlyPlanAt(3000), {}, { email })
    const answered = new AbortController()
    const declaring = service
      .send('POST', '/declarations', { body: { kind: 'withdraw', email } })
      .finally(() => answered.abort())
    for (let made = 10; !answered.signal.aborted; made++) {
      const pause = pausing().pauseAfterReading('payments')
      await Promise.race([pause.reached, declaring])
      try {
        if (!answered.signal.aborted) await payAgain(id, `pay_00000000-0000-4000-8000-0000000000${made}`)
      } finally {
        pause.resume()
      }
    }

    const { status, body: declaration } = await declaring
    const before = await subscription()
    await moveClock(service, 'PT1S')
    const { body: later } = await service.send('GET', `/declarations/${declaration.id}`)

    expect([status, declaration.effects, before.status]).toEqual([200, [], 'active'])
    expect(later).toMatchObject({ created_at: declaration.created_at, effects: [{ outcome: 'withdrawn' }] })
    expect((await subscription()).status).toBe('cancelled')
    expect(await payments()).toContainEqual(expect.objectContaining({ refunded_amount: 3000 }))
    const { body: events } = await service.send('GET', '/events?type=declaration.received')
    expect(events.data.map(({ data }: { data: { object: unknown } }) => data.object)).toEqual([later])
  })
})
