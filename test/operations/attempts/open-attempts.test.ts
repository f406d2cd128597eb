import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { leaseSecondsFor } from '#server/processors/lease-seconds.ts'
import type { Processor } from '#server/processors/processor.ts'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import { deferredCountOf, readBacklog } from '#server/store/health/read-backlog.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { refuseRowChanges } from '../../support/interleaving/refuse-row-changes.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../../support/stories/shopper.ts'
import { useService } from '../../support/services/use-service.ts'

const didNotCharge = '4000000000006983'
const didCharge = '4000000000006975'
const capturedLater = '4000000000007775'

/** How long a test waits for something that is certain to happen, because some machines are slow. */
const patiently = { timeout: 20_000 }

describeEachDatabase('an attempt whose outcome is not known', (open) => {
  let planId: string
  let emails = 0
  /** Overrides of the sandbox's processor. */
  let instead: Partial<Processor>
  /** References that the processor was queried for. */
  const asked: string[] = []

  const service = useService(open, (database) => {
    const sandbox = sandboxProcessor({ database: database.db })
    const now = (): Processor => ({ ...sandbox, ...instead })
    return {
      processor: {
        ...sandbox,
        authorize: (request) => now().authorize(request),
        capture: (request) => now().capture(request),
        lookUp: (reference) => {
          asked.push(reference)
          return now().lookUp(reference)
        },
      },
    }
  })
  beforeAll(async () => {
    planId = (await createPlan(service, aMonthlyPlan())).id
  })
  beforeEach(async () => {
    instead = {}
    await completeAttempts(service.billing, { aheadSeconds: 1e6, limit: 1000 })
    asked.length = 0
  })

  const pay = async (number: string) => {
    const shopper = await aShopper(service, { customer: { email: `o${++emails}@example.com` }, plan: { id: planId } })
    return (await shopper.pay({ number })).body.id as string
  }
  const status = async (id: string) => (await service.send('GET', `/payments/${id}`)).body.payment_status as string
  const attemptOf = (paymentId: string) =>
    service.database.db
      .selectFrom('attempts')
      .selectAll()
      .select(sql<number>`extract(epoch from lease_until - lease_now())::float8`.as('restsSeconds'))
      .where('paymentId', '=', paymentId)
      .orderBy('createdAt', 'desc')
      .executeTakeFirstOrThrow()

  describe('while its call is running', () => {
    test('is not taken up by a server whose clock is ahead', async () => {
      const answered = Promise.withResolvers<void>()
      const { authorize } = sandboxProcessor({ database: service.database.db })
      instead = {
        authorize: async (request) => {
          await answered.promise
          return authorize(request)
        },
      }
      const paying = pay('4242424242424242')
      await expect.poll(async () => (await readBacklog(service.database.db)).attemptsOpen, patiently).toBe(1)

      const ahead = { ...service.billing, wallClock: () => new Date(Date.now() + 600_000).toISOString() }
      const finished = await completeAttempts(ahead)
      answered.resolve()

      expect([finished, asked]).toEqual([[], []])
      expect(await status(await paying)).toBe('SETTLING')
    })

    test('is taken up once its lease is over, and a late result of its former holder changes nothing', async () => {
      const answered = Promise.withResolvers<void>()
      const { authorize } = sandboxProcessor({ database: service.database.db })
      instead = {
        authorize: async (request) => {
          await authorize(request)
          await answered.promise
          return { kind: 'failed', message: 'Too late to be believed.' }
        },
        lookUp: () => Promise.reject(new Error('503')),
      }
      const paying = pay('4242424242424242')
      await expect.poll(async () => (await readBacklog(service.database.db)).attemptsOpen, patiently).toBe(1)

      await completeAttempts(service.billing, { aheadSeconds: 61 })
      answered.resolve()
      const id = await paying
      const meanwhile = await status(id)
      instead = {}
      await completeAttempts(service.billing, { aheadSeconds: 1000 })

      expect([meanwhile, await status(id)]).toEqual(['PENDING', 'SETTLING'])
    })

    test('keeps its lease for as long as the calls of its holder may take', () => {
      for (const timeoutSeconds of [1, 20, 55]) {
        expect(leaseSecondsFor({ timeoutSeconds }, 3)).toBeGreaterThan(3 * timeoutSeconds)
      }
    })
  })

  test('is queried at growing intervals, up to hours', async () => {
    const id = await pay(didCharge)
    instead = { lookUp: () => Promise.reject(new Error('503')) }
    const rests: number[] = []

    for (let round = 1; round <= 14; round++) {
      await completeAttempts(service.billing, { aheadSeconds: 1e5 })
      rests.push(Math.round((await attemptOf(id)).restsSeconds))
    }

    const ideal = rests.map((_, place) => Math.min(10 * 2 ** place, 4 * 3600))
    expect(rests.every((seconds, place) => Math.abs(seconds - ideal[place]!) <= 3)).toBe(true)
    expect(asked).toHaveLength(14)
  })

  test('is reported once after an hour, counted with its age, and finished once the processor reports its outcome', async () => {
    const id = await pay(didCharge)
    instead = { lookUp: () => Promise.reject(new Error('503')) }
    const told = async () =>
      (await service.send('GET', '/events?type=payment.outcome_unknown&limit=1000')).body.data.filter(
        (event: { data: { object: { id: string } } }) => event.data.object.id === id,
      )
    await completeAttempts(service.billing, { aheadSeconds: 60 })
    const early = await told()
    await sql`update attempts set request = jsonb_set(request, '{openedAt}',
      to_jsonb(to_char(now() at time zone 'UTC' - interval '61 minutes', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
      where payment_id = ${id}`.execute(service.database.db)

    for (const aheadSeconds of [100, 1000]) await completeAttempts(service.billing, { aheadSeconds })
    const backlog = await readBacklog(service.database.db)
    const late = await told()
    instead = {}
    await completeAttempts(service.billing, { aheadSeconds: 10_000 })

    expect([early.length, late.length]).toEqual([0, 1])
    expect(late[0]).toMatchObject({ data: { object: { id, payment_status: 'PENDING' } } })
    expect(backlog.attemptsOpen).toBe(1)
    expect(backlog.attemptsOldestSeconds).toBeGreaterThan(3600)
    expect(await status(id)).toBe('SETTLING')
  })

  test('delays no capture, however long the processor takes to answer', async () => {
    const answered = Promise.withResolvers<undefined>()
    instead = {
      lookUp: (reference) => (reference.endsWith(':authorize') ? answered.promise : Promise.resolve(undefined)),
    }
    await pay(didNotCharge)
    const charges = completeAttempts(service.billing, { aheadSeconds: 61, groups: ['charges'] })
    await expect.poll(() => asked.length, patiently).toBe(1)

    const id = await pay(capturedLater)
    await completeAttempts(service.billing, { groups: ['movements'] })

    expect(await status(id)).toBe('SETTLING')
    answered.resolve(undefined)
    await charges
  })

  test.each([
    ['leased', `old.fence < new.fence`],
    ['finished', `new.state = 'done'`],
  ])('is deferred with a reason if its row cannot be %s, and the others are completed', async (_, when) => {
    const guilty = await pay(didCharge)
    const others = [await pay(didCharge), await pay(didNotCharge)]
    const { id } = await attemptOf(guilty)
    const cure = await refuseRowChanges(service.database, 'attempts', `new.id = '${id}' and ${when}`)

    await completeAttempts(service.billing, { aheadSeconds: 61, limit: 1, concurrency: 1 })
    await completeAttempts(service.billing, { aheadSeconds: 61 })
    const meanwhile = await Promise.all([guilty, ...others].map(status))
    const backlog = await readBacklog(service.database.db)
    await cure()
    await service.database.db.updateTable('deferredWork').set({ deferredUntil: '2020-01-01T00:00:00Z' }).execute()
    await completeAttempts(service.billing, { aheadSeconds: 1000 })

    expect(meanwhile).toEqual(['PENDING', 'SETTLING', 'FAILED'])
    expect(backlog).toMatchObject({ deferredWork: { attempt: { deferred: 1 } }, attemptsOpen: 1 })
    expect(await status(guilty)).toBe('SETTLING')
    const later = await readBacklog(service.database.db)
    expect([deferredCountOf(later, 'attempt').deferred, later.attemptsOpen]).toEqual([0, 0])
  })
})
