import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { thawClock } from '#server/billing/due-work/move-clock.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { pausableProcessor } from '../../support/interleaving/pausable.ts'
import { aMonthlyPlan, createPlan } from '../../support/stories/shopper.ts'
import { aScriptedProcessor, aSubscriber } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

describeEachDatabase('a server whose clock is wrong by minutes', (open) => {
  let processor: ReturnType<typeof pausableProcessor>
  /** How far the clock of the server's machine is ahead. */
  let aheadMillis = 0
  const service = useService(open, (database) => {
    processor = pausableProcessor(aScriptedProcessor(database))
    return {
      processor,
      wallClock: () => new Date(Date.now() + aheadMillis).toISOString(),
    }
  })

  test.each([
    ['ahead', 0, 150_000],
    ['behind', 0, -150_000],
    ['behind when the first one began', -150_000, 0],
  ])('and %s does not take a key from the request that is still running with it', async (_, first, second) => {
    aheadMillis = 0
    const { customerId } = await aSubscriber(service, aMonthlyPlan())
    const { id } = await createPlan(service, aMonthlyPlan())
    const charge = () =>
      service.send('POST', '/payments', {
        body: { customer: { id: customerId }, plan: { id } },
        headers: { 'Idempotency-Key': `skewed ${first} ${second}` },
      })
    aheadMillis = first
    const pause = processor.pauseBefore('authorize')
    const charging = charge()
    await pause.reached
    aheadMillis = second

    const meanwhile = await charge()
    await service.database.db.updateTable('clock').set({ leaseOffsetMillis: 61_000 }).execute()
    const abandoned = await charge()
    await service.database.db.updateTable('clock').set({ leaseOffsetMillis: 0 }).execute()
    pause.resume()
    const { body } = await charging

    expect(meanwhile.body.error?.code).toBe('idempotency_in_progress')
    expect(abandoned.body).toMatchObject({ id: body.id, payment_status: 'PENDING' })
    expect(body.payment_status).toBe('SETTLING')
  })

  test.each([
    ['ahead', 150_000],
    ['behind', -150_000],
  ])('and %s leases a charge for as long as a server whose clock is right', async (_, off) => {
    const { customerId } = await aSubscriber(service, aMonthlyPlan())
    const secondsLeased = async (millis: number) => {
      const { id } = await createPlan(service, aMonthlyPlan())
      aheadMillis = millis
      const pause = processor.pauseBefore('authorize')
      const charging = service.send('POST', '/payments', { body: { customer: { id: customerId }, plan: { id } } })
      await pause.reached
      const { seconds } = await service.database.db
        .selectFrom('attempts')
        .select(sql<number>`extract(epoch from lease_until - lease_now())::float8`.as('seconds'))
        .where('state', '=', 'open')
        .executeTakeFirstOrThrow()
      pause.resume()
      await charging
      return seconds
    }

    const usual = await secondsLeased(0)
    const skewed = await secondsLeased(off)

    expect(Math.abs(skewed - usual)).toBeLessThan(30)
  })

  test('does not take the clock from the server that is moving it', async () => {
    const moving = () => service.database.db.selectFrom('clock').select(['mover', 'frozenAt']).executeTakeFirstOrThrow()
    await sql`update clock set mover = 'elsewhere', mover_until = lease_now() + interval '1 minute',
      frozen_at = billing_now()`.execute(service.database.db)

    aheadMillis = 150_000
    await thawClock(service.billing)
    const meanwhile = await moving()
    aheadMillis = -150_000
    await service.database.db.updateTable('clock').set({ leaseOffsetMillis: 61_000 }).execute()
    await thawClock(service.billing)

    expect(meanwhile.mover).toBe('elsewhere')
    expect(await moving()).toEqual({ mover: null, frozenAt: null })
  })
})
