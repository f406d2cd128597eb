import { type KyselyPlugin, sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { createBilling } from '#server/wiring/create-billing.ts'
import { masterSecretOf } from '#server/credentials/master-secret.ts'
import { thawClock } from '#server/billing/due-work/move-clock.ts'
import { describeUsualDatabase } from '../../support/databases/databases.ts'
import { startService } from '../../support/services/running-service.ts'
import { aMonthlyPlan, aShopper } from '../../support/stories/shopper.ts'
import { aSubscriber, moveClock, endAllSubscriptions } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

describeUsualDatabase('advanceSandboxClock (advanceSandboxClock, findSandboxClock)', (open, kind) => {
  const service = useService(open)
  afterEach(() => endAllSubscriptions(service))

  const send = (body: object, headers = {}) => service.send('POST', '/sandbox/clock', { body, headers })
  const readNow = async (): Promise<string> => (await service.send('GET', '/sandbox/clock')).body.now
  const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000

  test('the clock continues from the moment to which it was moved', async () => {
    const to = '2027-01-31T00:00:00.000Z'

    const moved = await send({ to: '2027-01-31' })

    expect(moved).toMatchObject({ status: 200, body: { now: to, ran: [] } })
    expect(daysBetween(to, await readNow())).toBeLessThan(0.001)
    expect(daysBetween(to, await readNow())).toBeGreaterThan(0)
  })

  test.each([
    ['backwards', { to: '2020-01-01T00:00:00Z' }],
    ['nowhere', {}],
    ['to two places at once', { advance: 'P1D', to: '2090-01-01T00:00:00Z' }],
    ['by an invalid duration', { advance: 'tomorrow' }],
    ['past the end of time', { advance: 'P9000Y' }],
  ])('moving the clock %s is refused, and it does not move', async (_, body) => {
    const before = await readNow()

    const refused = await send(body)

    expect(refused).toMatchObject({ status: 400, body: { error: { code: 'invalid_parameter' } } })
    expect(daysBetween(before, await readNow())).toBeLessThan(0.001)
  })

  test('two callers who move the clock at the same time take turns, and both distances are added', async () => {
    const before = await readNow()

    const answers = await Promise.all([send({ advance: 'P3D' }), send({ advance: 'P4D' })])

    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(daysBetween(before, await readNow())).toBeCloseTo(7, 2)
  })

  test('the same key moves the clock once, also if it is sent twice at the same time', async () => {
    const before = await readNow()
    const headers = { 'Idempotency-Key': 'a week on' }

    const [first, second] = await Promise.all([send({ advance: 'P7D' }, headers), send({ advance: 'P7D' }, headers)])

    expect(second.body).toEqual(first.body)
    expect(daysBetween(before, await readNow())).toBeCloseTo(7, 2)
  })

  test('a key that was used more than 30 days ago moves the clock again', async () => {
    const headers = { 'Idempotency-Key': 'long ago' }
    await send({ advance: 'P1D' }, headers)
    await service.database.db.updateTable('idempotencyKeys').set({ createdAt: '2020-01-01T00:00:00.000Z' }).execute()
    const before = await readNow()

    expect(await send({ advance: 'P2D' }, headers)).toMatchObject({ status: 200 })

    expect(daysBetween(before, await readNow())).toBeCloseTo(2, 2)
  })

  test('a move that was interrupted continues to its intended end when it is sent again', async () => {
    await aSubscriber(service, aMonthlyPlan({ interval: 'days', interval_count: 5 }))
    const before = await readNow()
    const headers = { 'Idempotency-Key': 'a month on' }
    const wall = new Date(Date.parse(before) + 12 * 86_400_000).toISOString()
    await sql`alter table clock add constraint wall check (frozen_at < ${sql.lit(wall)})`.execute(service.database.db)

    await expect(send({ advance: 'P30D' }, headers)).rejects.toThrow('violates check constraint')
    const reached = daysBetween(before, await readNow())
    await sql`alter table clock drop constraint wall`.execute(service.database.db)
    const again = await send({ advance: 'P30D' }, headers)

    expect(reached).toBeGreaterThan(5)
    expect(reached).toBeLessThan(12)
    expect(again.status).toBe(200)
    expect(daysBetween(before, again.body.now)).toBeCloseTo(30, 1)
  })

  test('after an interrupted move, the next caller moves the clock only by their own distance', async () => {
    const before = await readNow()
    await service.database.db
      .updateTable('clock')
      .set({ movingTo: '2090-01-01T00:00:00.000Z', movingFor: 'somebody else' })
      .execute()

    await send({ advance: 'P1D' }, { 'Idempotency-Key': 'a day on' })
    await send({ advance: 'P1D' })

    expect(daysBetween(before, await readNow())).toBeCloseTo(2, 2)
  })

  test('a clock whose move was interrupted continues from the moment that it reached', async () => {
    await service.database.db
      .updateTable('clock')
      .set({ mover: 'gone', moverUntil: '2020-01-01T00:00:00.000Z', frozenAt: '2030-05-05T05:05:05.000Z' })
      .execute()

    await thawClock(service.billing)

    const elapsed = async () => daysBetween('2030-05-05T05:05:05.000Z', await readNow())
    expect(await elapsed()).toBeGreaterThanOrEqual(0)
    await expect.poll(elapsed).toBeGreaterThan(0)
    expect(await elapsed()).toBeLessThan(0.001)
  })

  test('an organization gets no report about another organization’s subscriptions', async () => {
    await aSubscriber(service, aMonthlyPlan())
    const { key } = await service.addOrganization('Somebody else')

    const { body } = await service.send('POST', '/sandbox/clock', { body: { advance: 'P2M' }, key })

    expect(body.ran).toEqual([])
  })

  test('customers are notified a week before a trial ends or a month renews, and a month before a year does', async () => {
    const month = await aSubscriber(service, aMonthlyPlan({ trial_interval: 'days', trial_interval_count: 20 }))
    const year = await aSubscriber(service, aMonthlyPlan({ interval: 'years' }))
    const week = await aSubscriber(service, aMonthlyPlan({ interval: 'days', interval_count: 5 }))
    const start = await readNow()

    // A few periods of the short intervals are enough, so cancel those subscriptions then.
    const { ran } = await moveClock(service, 'P50D')
    for (const { id } of [month, week]) await service.send('POST', `/subscriptions/cancel/${id}`)
    ran.push(...(await moveClock(service, 'P316D')).ran)

    const noticesOf = (id: string, type: string) =>
      ran.filter((each) => each.id === id && each.what === type).map(({ at }) => Math.round(daysBetween(start, at)))
    expect(noticesOf(month.id, 'subscription.trial_ending')).toEqual([13])
    expect(noticesOf(month.id, 'subscription.renewal_upcoming')[0]).toBeGreaterThan(20 + 20)
    expect(noticesOf(month.id, 'subscription.renewal_upcoming')[0]).toBeLessThan(20 + 25)
    expect(noticesOf(year.id, 'subscription.renewal_upcoming')[0]).toBe(335)
    expect(noticesOf(week.id, 'subscription.renewal_upcoming').slice(0, 3)).toEqual([0, 5, 10])
  })

  test('an unanswered challenge ends during the move, and the renewal behind it is charged on its day', async () => {
    const subscriber = await aSubscriber(service, aMonthlyPlan())
    const shopper = await aShopper(service, {
      customer: { id: subscriber.customerId },
      subscription: { id: subscriber.id },
    })
    const { body: waiting } = await shopper.pay({ number: '4000000000003220', exp_year: 2090 })

    await moveClock(service, 'PT9M')
    const { body: early } = await service.send('GET', `/payments/${waiting.id}`)
    await moveClock(service, 'P32D')

    const renewsAt = (await subscriber.subscription()).current_period_start
    expect(early.payment_status).toBe('PENDING')
    expect(await subscriber.payments()).toMatchObject([
      { payment_status: 'SETTLED' },
      { id: waiting.id, payment_status: 'CANCELLED' },
      { payment_type: 'MIT', created_at: renewsAt },
    ])
    const { updated_at: endedAt } = (await service.send('GET', `/payments/${waiting.id}`)).body
    expect(Date.parse(endedAt) - Date.parse(waiting.created_at)).toBe(600_000)
  })

  test.skipIf(kind === 'embedded')(
    'each moment of a move costs only the work that is due then, and one query for due work',
    async () => {
      const database = await open()
      let statements = 0
      const counting: KyselyPlugin = {
        transformQuery: ({ node }) => {
          statements += 1
          return node
        },
        transformResult: async ({ result }) => result,
      }
      const counted = await startService({ ...database, db: database.db.withPlugin(counting) })
      await moveClock(counted, '2027-03-01T10:00:00Z')
      await aSubscriber(counted, aMonthlyPlan())
      statements = 0

      const { ran } = await moveClock(counted, 'P1Y')
      const moments = new Set(ran.map(({ at }) => at)).size

      // A notice, a renewal and a settlement each month.
      expect(moments).toBe(36)
      // Not counting the statements of shared transactions.
      expect(Math.round(statements / moments)).toBeLessThanOrEqual(13)
      await counted.close()
    },
  )

  test('in live mode the operation does not exist', async () => {
    const live = await createBilling({
      database: service.database.db,
      mode: 'live',
      masterSecret: masterSecretOf('a secret of the tests that nobody else has'),
      logger: service.billing.logger,
      wallClock: service.billing.wallClock,
    })

    const paths = live.routes.map(({ operation }) => operation.path)

    expect(paths).not.toContain('/sandbox/clock')
    expect(paths).toContain('/plans')
  })
})
