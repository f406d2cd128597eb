import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { completeAttempts } from '../../packages/server/src/billing/complete-attempts.ts'
import { reconcileConnections } from '../../packages/server/src/billing/reconcile/reconcile-connections.ts'
import { manyAtATime } from '../../packages/server/src/billing/due-work.ts'
import { workOffSubscriptions } from '../../packages/server/src/billing/work-off-subscriptions.ts'
import { examineReconciliation } from '../../packages/server/src/cli/examine-money.ts'
import {
  clearByOperator,
  setByOperator,
  showReconcileFirst,
} from '../../packages/server/src/cli/reconcile-first-commands.ts'
import type { CommandContext } from '../../packages/server/src/cli/command-context.ts'
import type { Processor } from '../../packages/server/src/processors/processor.ts'
import { sandboxProcessor } from '../../packages/server/src/processors/sandbox/sandbox-processor.ts'
import { openPostgresql } from '../../packages/server/src/store/engine/postgresql/open.ts'
import { transact } from '../../packages/server/src/store/engine/transact.ts'
import { noticeDatabase } from '../../packages/server/src/store/notice-database.ts'
import { findWaitingConnections, setReconcileFirst } from '../../packages/server/src/store/reconcile-first.ts'
import { describeEachDatabase, type TestDatabase } from '../support/databases.ts'
import { type RunningService, startService } from '../support/running-service.ts'
import { aMonthlyPlan, aShopper, createPlan } from '../support/shopper.ts'
import { aSubscriber } from '../support/subscriber.ts'

const held = '4000000000007775'
const timesOutAndCharges = '4000000000006975'

describeEachDatabase('reconcile first', (open, kind) => {
  let service: RunningService
  let database: TestDatabase
  /** References of all calls that could have moved money. */
  const calls: string[] = []
  let listing: Processor['list'] | undefined

  beforeAll(async () => {
    database = await open()
    // Another company's books: what our database loses, they have.
    const ledger = sandboxProcessor({ database: (await open()).db })
    const noting =
      <Request extends { readonly reference: string }, Answer>(call: (request: Request) => Answer) =>
      (request: Request): Answer => {
        calls.push(request.reference)
        return call(request)
      }
    service = await startService(database, {
      processor: {
        ...ledger,
        authorize: noting(ledger.authorize),
        capture: noting(ledger.capture),
        void: noting(ledger.void),
        refund: noting(ledger.refund),
        list: (since, page) => (listing ?? ledger.list)(since, page),
      },
    })
    await notice()
    return () => service.close()
  })
  beforeEach(() => {
    calls.length = 0
    listing = undefined
  })
  afterEach(async () => {
    for (const { connection } of await findWaitingConnections(database.db)) {
      await clearByOperator(context(), { connection, who: 'mina', why: 'the story is over' })
    }
  })

  const context = () => ({ store: { database }, wallClock: service.billing.wallClock }) as unknown as CommandContext
  const set = () => setReconcileFirst(database.db, 'sandbox', { who: 'mina', why: 'a drill' })
  const notice = () =>
    noticeDatabase(async (text) => (await sql.raw(text).execute(database.db)).rows, service.billing.logger)
  const waiting = async () => (await findWaitingConnections(database.db)).map(({ connection }) => connection)
  /** As if a minute had passed since it was set or tried. */
  const reconcile = async () => {
    await sql`update reconcile_first set since = since - interval '61 seconds', tried_at = null where since is not null`.execute(
      database.db,
    )
    await reconcileConnections(service.billing)
  }
  const shopperOf = async (plan = aMonthlyPlan()) =>
    aShopper(service, {
      customer: { email: `${crypto.randomUUID()}@example.com` },
      plan: { id: (await createPlan(service, plan)).id },
    })
  const actionsOn = (subject: string) =>
    database.db.selectFrom('operatorActions').selectAll().where('subject', '=', subject).orderBy('id').execute()
  /** Takes rows away that a database without its last transactions does not have. */
  const lose = (...statements: readonly ReturnType<typeof sql>[]) =>
    database.db.transaction().execute(async (transaction) => {
      await sql`set local session_replication_role = replica`.execute(transaction)
      for (const statement of statements) await statement.execute(transaction)
    })
  const loseAttempts = (paymentId: string, where = sql`true`) =>
    lose(sql`delete from attempts where payment_id = ${paymentId} and ${where}`)

  test('while it is set every request that would move money hears unavailable, and nothing is called', async () => {
    const subscriber = await aSubscriber(service, aMonthlyPlan())
    const [paid] = await subscriber.payments()
    const dear = await createPlan(
      service,
      aMonthlyPlan({ price: { default: { amount: 5000, currency: 'EUR' }, countries: [] } }),
    )
    const { customerId } = await subscriber.row()
    const ended = await aSubscriber(service, aMonthlyPlan())
    await sql`update subscriptions set status = 'cancelled', next_billing_date = null,
      current_period_start = current_period_start - interval '40 days', current_period_end = now() - interval '1 day'
      where id = ${ended.id}`.execute(database.db)
    const shopper = await shopperOf()
    const seen = await shopper.look()
    await set()
    calls.length = 0

    const answers = [
      await shopper.payAsSeen(seen),
      await service.send('POST', '/payments', { body: { customer: { id: customerId }, plan: { id: dear.id } } }),
      await service.send('POST', `/payments/refund/${paid.id}`, { body: {} }),
      await service.send('PATCH', '/subscriptions', { body: { subscription: { id: ended.id, status: 'active' } } }),
      await service.send('POST', '/sandbox/clock', { body: { advance: 'P1D' } }),
    ]

    for (const { status, body, headers } of answers) {
      expect([status, body.error.code, headers.get('Retry-After')]).toEqual([503, 'unavailable', '60'])
    }
    expect(calls).toEqual([])
    expect(await service.send('GET', `/payments/${paid.id}`)).toMatchObject({
      status: 200,
      body: { refunded_amount: 0 },
    })
  })

  test('a renewal waits, and is neither tried nor counted', async () => {
    const subscriber = await aSubscriber(service, aMonthlyPlan())
    const before = await subscriber.row()
    await set()
    const { offsetMillis } = await database.db.selectFrom('clock').select('offsetMillis').executeTakeFirstOrThrow()
    await sql`update clock set offset_millis = ${Date.parse(before.currentPeriodEnd) + 60_000 - Date.now()}`.execute(
      database.db,
    )
    calls.length = 0

    const done = await workOffSubscriptions(service.billing, manyAtATime)
    const meanwhile = await subscriber.row()
    await clearByOperator(context(), { who: 'mina', why: 'all is well' })
    const triedMeanwhile = await subscriber.payments()
    await workOffSubscriptions(service.billing, manyAtATime)
    const after = await subscriber.row()
    await sql`update clock set offset_millis = ${offsetMillis}`.execute(database.db)

    expect(done).toEqual([])
    expect(meanwhile).toMatchObject({ attemptCount: 0, failureCount: 0, heldCount: 0, status: 'active' })
    expect(meanwhile.currentPeriodEnd).toBe(before.currentPeriodEnd)
    expect(triedMeanwhile).toHaveLength(1)
    expect(after.currentPeriodStart).toBe(before.currentPeriodEnd)
  })

  test('a capture that was written down before waits for the completer, too', async () => {
    const shopper = await shopperOf()
    const { body: payment } = await shopper.pay({ number: held })
    const isCaptured = async () => (await service.send('GET', `/payments/${payment.id}`)).body.payment_status
    await set()
    calls.length = 0
    const soon = { ...service.billing, wallClock: () => new Date(Date.now() + 120_000).toISOString() }

    await completeAttempts(soon)
    const meanwhile = await isCaptured()
    await clearByOperator(context(), { who: 'mina', why: 'all is well' })
    await completeAttempts(soon)

    expect([meanwhile, await isCaptured()]).toEqual(['AUTHORIZED', 'SETTLING'])
    expect(calls).toHaveLength(1)
  })

  test.skipIf(kind === 'embedded')(
    'whoever is about to charge while it is being set is refused, not charged',
    async () => {
      const shopper = await shopperOf()
      const seen = await shopper.look()
      const mayCommit = Promise.withResolvers<void>()
      const isSet = Promise.withResolvers<void>()
      const setting = transact(database.db, async ({ db }) => {
        await setReconcileFirst(db, 'sandbox', { who: 'mina', why: 'a drill' })
        isSet.resolve()
        await mayCommit.promise
      })
      await isSet.promise
      calls.length = 0

      const paying = shopper.payAsSeen(seen)
      await expect.poll(waitingForLocks).toBe(1)
      mayCommit.resolve()
      await setting

      expect(await paying).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } })
      expect(calls).toEqual([])
    },
  )

  test.skipIf(kind === 'embedded')('setting it waits for who is about to commit a charge', async () => {
    const { body: payment } = await (await shopperOf()).pay()
    const mayCommit = Promise.withResolvers<void>()
    const isOpened = Promise.withResolvers<void>()
    const opening = transact(database.db, async ({ db }) => {
      await sql`insert into attempts (organization_id, id, payment_id, kind, state, processor, processor_key, carries_card_data,
          request, lease_until, created_at, calls_at_once)
        select organization_id, id || '2', payment_id, kind, state, processor, processor_key || '2', carries_card_data,
          request, lease_until, created_at, true from attempts where payment_id = ${payment.id}`.execute(db)
      isOpened.resolve()
      await mayCommit.promise
    })
    await isOpened.promise

    let isDone = false
    const setting = set().then(() => {
      isDone = true
    })
    await expect.poll(waitingForLocks).toBe(1)
    const wasDone = isDone
    mayCommit.resolve()
    await Promise.all([opening, setting])

    expect(wasDone).toBe(false)
    expect(await waiting()).toEqual(['sandbox'])
  })

  const waitingForLocks = async () => {
    const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_locks
      where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(database.db)
    return rows[0]!.waiting
  }

  test('what open attempts came to is found by the list, and then money moves again by itself', async () => {
    const shopper = await shopperOf()
    const { body: payment } = await shopper.pay({ number: timesOutAndCharges })
    await set()

    await reconcileConnections(service.billing)
    const tooSoon = await waiting()
    await reconcile()

    expect(payment.payment_status).toBe('PENDING')
    expect(tooSoon).toEqual(['sandbox'])
    expect((await service.send('GET', `/payments/${payment.id}`)).body.payment_status).toBe('SETTLING')
    expect(await waiting()).toEqual([])
    expect((await actionsOn('sandbox')).slice(-2)).toMatchObject([
      { what: 'reconcile_first.set', who: 'mina', why: 'a drill' },
      { what: 'reconcile_first.cleared', who: 'system', why: expect.stringMatching(/^All \d+ transactions since /) },
    ])
    expect((await (await shopperOf()).pay()).status).toBe(200)
  })

  test('money of which the books have no record is told, and holds everything up until an operator has seen to it', async () => {
    const { body: payment } = await (await shopperOf()).pay()
    const { body: paid } = await service.send('GET', `/payments/${payment.id}`)
    const reference = calls.at(-1)!
    await loseAttempts(payment.id)
    await set()
    const before = service.logged.length

    await reconcile()
    await reconcile()

    const finding = {
      connection: 'sandbox',
      reference,
      transaction_id: paid.payment_details.processor_transaction_id,
      kind: 'authorize',
      amount: 999,
      currency: 'EUR',
    }
    expect(await showReconcileFirst(database.db)).toMatchObject({
      waiting: [{ connection: 'sandbox' }],
      unmatched: [{ ...finding, moved_at: expect.any(String), organization: service.organizationId }],
    })
    await expect(examineReconciliation(database.db)).rejects.toThrow(
      `reference ${reference}, of which there is no record`,
    )
    const alarms = service.logged.slice(before).filter((line) => line.includes('no record of it'))
    expect(alarms.map((line) => JSON.parse(line) as object)).toMatchObject([{ level: 50, ...finding }])
    const { body: events } = await service.send('GET', '/events?type=books.difference')
    expect(events.data).toMatchObject([{ data: { object: finding } }])
    expect((await (await shopperOf()).pay()).status).toBe(503)

    await clearByOperator(context(), { who: 'mina', why: 'given back by hand' })

    expect(await showReconcileFirst(database.db)).toEqual({ waiting: [], unmatched: [] })
    expect(await examineReconciliation(database.db)).toMatch(/^money moves/)
    expect((await (await shopperOf()).pay()).status).toBe(200)
    await set()
    await reconcile()
    expect(await waiting()).toEqual([])
  })

  test('a connection that cannot be listed waits on, says why, and is tried again', async () => {
    await set()
    listing = () => Promise.reject(new Error('503 from the processor'))

    await reconcile()
    const [broken] = await findWaitingConnections(database.db)
    listing = undefined
    await reconcile()

    expect(broken).toMatchObject({ connection: 'sandbox', trouble: '503 from the processor' })
    expect(await waiting()).toEqual([])
  })

  test('a list of which one line cannot be read clears nothing', async () => {
    await set()
    listing = async () => ({ transactions: [{ reference: '', amount: 1 }] as never, next: null })

    await reconcile()

    expect(await waiting()).toEqual(['sandbox'])
  })

  test('what is found out before it is set again does not end it', async () => {
    await set()
    listing = async () => {
      await set()
      return { transactions: [], next: null }
    }

    await reconcile()

    expect(await waiting()).toEqual(['sandbox'])
  })

  test('another connection works meanwhile', async () => {
    await setByOperator(context(), { connection: 'sandbox', who: 'mina', why: 'a drill' })
    await sql`update reconcile_first set connection = 'elsewhere' where connection = 'sandbox'`.execute(database.db)

    const paid = await (await shopperOf()).pay()
    await sql`update reconcile_first set connection = 'sandbox' where connection = 'elsewhere'`.execute(database.db)

    expect(paid.status).toBe(200)
  })

  test.each([
    ['promoted', sql`timeline = timeline + 1`, /^The database was promoted or restored: its timeline was /],
    [
      'restored elsewhere',
      sql`system_identifier = '1'`,
      /^The database was restored elsewhere: its system identifier was 1 /,
    ],
  ])('a database that was %s is noticed, once', async (_, change, reason) => {
    await sql`update database_identity set ${change}, alive_at = '2026-11-20T10:00:00Z'`.execute(database.db)

    await notice()
    await notice()

    const [set] = await findWaitingConnections(database.db)
    expect(set).toMatchObject({
      setBy: 'system',
      why: expect.stringMatching(reason),
      lastCommitAt: '2026-11-20T10:00:00.000Z',
    })
    const last = (await actionsOn('sandbox')).slice(-2)
    expect(last.filter(({ why }) => why === set!.why)).toHaveLength(1)
    expect((await (await shopperOf()).pay()).status).toBe(503)
    await reconcile()
    expect(await waiting()).toEqual([])
  })

  test('a database that does not say which it is holds nothing up, and doctor says so', async () => {
    await sql`update database_identity set system_identifier = null, timeline = null`.execute(database.db)
    const doctor = await examineReconciliation(database.db)

    await notice()

    expect(await waiting()).toEqual([])
    expect(doctor).toContain('run reconcile-first set')
    expect(await examineReconciliation(database.db)).toContain('is noticed')
  })

  test.skipIf(kind === 'embedded')(
    'a changed database is noticed by the first connection, before that is used',
    async () => {
      await sql`update database_identity set timeline = timeline + 1`.execute(database.db)
      const errors: object[] = []
      const greet = (ask: Parameters<typeof noticeDatabase>[0]) =>
        noticeDatabase(ask, { error: (said: object) => void errors.push(said) })

      const again = await openPostgresql(database.url!, { mode: 'sandbox', greet })
      await again.close()

      expect(await waiting()).toEqual(['sandbox'])
      expect(errors).toMatchObject([{ reason: expect.stringMatching(/timeline/) }])
    },
  )

  test('what operators did can be neither changed nor deleted', async () => {
    await set()

    for (const statement of [
      sql`update operator_actions set why = 'otherwise'`,
      sql`delete from operator_actions`,
      sql`truncate operator_actions`,
    ]) {
      await expect(statement.execute(database.db)).rejects.toMatchObject({ constraint: 'operator_actions_stay' })
    }
  })
})
