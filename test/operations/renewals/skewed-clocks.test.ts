import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { thawClock } from '#server/billing/due-work/move-clock.ts'
import { describeEachDatabase, type TestDatabase } from '../../support/databases.ts'
import { pausableProcessor } from '../../support/pause-after.ts'
import { type RunningService, startService } from '../../support/running-service.ts'
import { aMonthlyPlan, createPlan } from '../../support/shopper.ts'
import { aScriptedProcessor, aSubscriber } from '../../support/subscriber.ts'

describeEachDatabase('a server whose clock is minutes off', (open) => {
  let database: TestDatabase
  let service: RunningService
  let processor: ReturnType<typeof pausableProcessor>
  /** How far the clock of the server's machine is ahead. */
  let aheadMillis = 0
  beforeAll(async () => {
    database = await open()
    processor = pausableProcessor(aScriptedProcessor(database))
    service = await startService(database, {
      processor,
      wallClock: () => new Date(Date.now() + aheadMillis).toISOString(),
    })
    return () => service.close()
  })

  test.each([
    ['ahead', 0, 150_000],
    ['behind', 0, -150_000],
    ['behind when the first one began', -150_000, 0],
  ])('and %s leaves a key to the request that is still running with it', async (_, first, second) => {
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
    await database.db.updateTable('clock').set({ leaseOffsetMillis: 61_000 }).execute()
    const abandoned = await charge()
    await database.db.updateTable('clock').set({ leaseOffsetMillis: 0 }).execute()
    pause.goOn()
    const { body } = await charging

    expect(meanwhile.body.error?.code).toBe('idempotency_in_progress')
    expect(abandoned.body).toMatchObject({ id: body.id, payment_status: 'PENDING' })
    expect(body.payment_status).toBe('SETTLING')
  })

  test('leaves the clock to whoever is moving it', async () => {
    const moving = () => database.db.selectFrom('clock').select(['mover', 'frozenAt']).executeTakeFirstOrThrow()
    await sql`update clock set mover = 'elsewhere', mover_until = lease_now() + interval '1 minute',
      frozen_at = billing_now()`.execute(database.db)

    aheadMillis = 150_000
    await thawClock(service.billing)
    const meanwhile = await moving()
    aheadMillis = -150_000
    await database.db.updateTable('clock').set({ leaseOffsetMillis: 61_000 }).execute()
    await thawClock(service.billing)

    expect(meanwhile.mover).toBe('elsewhere')
    expect(await moving()).toEqual({ mover: null, frozenAt: null })
  })
})
