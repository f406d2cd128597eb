import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { reconcileConnections } from '#server/billing/reconcile/reconcile-connections.ts'
import { examineReconciliation } from '#server/cli/doctor/examine-money.ts'
import { reconcileFirstCommands } from '#server/cli/reconcile/reconcile-first-commands.ts'
import { openPostgresql } from '#database/postgresql/open.ts'
import { detectReplacedDatabase } from '#server/store/reconcile-first/detect-replaced-database.ts'
import { findWaitingConnections } from '#server/store/reconcile-first/reconcile-first.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { useLossyService } from '../../support/services/lossy-service.ts'

const held = '4000000000007775'
const timesOutAndCharges = '4000000000006975'

describeEachDatabase('a database that lacks its last transactions', (open, kind) => {
  const lossy = useLossyService(open)
  const { service } = lossy

  test('the list settles the outcomes of open attempts, and then money moves again without an operator', async () => {
    const shopper = await lossy.shopper()
    const { body: payment } = await shopper.pay({ number: timesOutAndCharges })
    await lossy.set()

    await reconcileConnections(service.billing)
    const tooSoon = await lossy.waiting()
    await lossy.reconcile()

    expect(payment.payment_status).toBe('PENDING')
    expect(tooSoon).toEqual(['sandbox'])
    expect((await service.send('GET', `/payments/${payment.id}`)).body.payment_status).toBe('SETTLING')
    expect(await lossy.waiting()).toEqual([])
    expect((await lossy.actionsOn('sandbox')).slice(-2)).toMatchObject([
      { what: 'reconcile_first.set', who: 'mina', why: 'a drill' },
      { what: 'reconcile_first.cleared', who: 'system', why: expect.stringMatching(/^All \d+ transactions since /) },
    ])
    expect((await (await lossy.shopper()).pay()).status).toBe(200)
  })

  test('money without a record in the books is reported, and blocks the connection until an operator decides', async () => {
    const { body: payment } = await (await lossy.shopper()).pay()
    const { body: paid } = await service.send('GET', `/payments/${payment.id}`)
    const reference = lossy.calls.at(-1)!
    await lossy.lose(sql`delete from attempts where payment_id = ${payment.id}`)
    await lossy.set()
    const before = service.logged.length

    await lossy.reconcile()
    await lossy.reconcile()

    const finding = {
      connection: 'sandbox',
      reference,
      transaction_id: paid.payment_details.processor_transaction_id,
      kind: 'authorize',
      amount: 999,
      currency: 'EUR',
    }
    expect(await reconcileFirstCommands['reconcile-first show'](lossy.context)).toMatchObject({
      waiting: [{ connection: 'sandbox' }],
      unmatched: [{ ...finding, moved_at: expect.any(String), organization: service.organizationId }],
    })
    await expect(examineReconciliation(service.database.db)).rejects.toThrow(
      `reference ${reference}, of which there is no record`,
    )
    const alarms = service.logged.slice(before).filter((line) => line.includes('no record of it'))
    expect(alarms.map((line) => JSON.parse(line) as object)).toMatchObject([{ level: 50, ...finding }])
    const { body: events } = await service.send('GET', '/events?type=books.difference')
    expect(events.data).toMatchObject([{ data: { object: finding } }])
    expect((await (await lossy.shopper()).pay()).status).toBe(503)

    await reconcileFirstCommands['reconcile-first clear'](lossy.context, { who: 'mina', why: 'given back by hand' })

    expect(await reconcileFirstCommands['reconcile-first show'](lossy.context)).toEqual({ waiting: [], unmatched: [] })
    expect(await examineReconciliation(service.database.db)).toMatch(/^money moves/)
    expect((await (await lossy.shopper()).pay()).status).toBe(200)
    await lossy.set()
    await lossy.reconcile()
    expect(await lossy.waiting()).toEqual([])
  })

  test('a capture that was committed with its outcome and then lost is found again', async () => {
    const { body: payment } = await (await lossy.shopper()).pay({ number: held })
    await completeAttempts({ ...service.billing, wallClock: () => new Date(Date.now() + 120_000).toISOString() })
    await lossy.lose(
      sql`delete from attempts where payment_id = ${payment.id} and kind = 'capture'`,
      sql`update attempts set state = 'open', outcome = null, finished_at = null where payment_id = ${payment.id}`,
      sql`update payments set payment_status = 'PENDING', subscription_id = null where id = ${payment.id}`,
      sql`delete from subscriptions where id = ${payment.subscription.id}`,
      sql`update client_sessions set completed_at = null where customer_id = ${payment.customer.id}`,
    )
    await lossy.set()
    lossy.calls.length = 0

    await lossy.reconcile()

    expect(lossy.calls).toEqual([])
    expect((await service.send('GET', `/payments/${payment.id}`)).body.payment_status).toBe('SETTLING')
    expect(await lossy.waiting()).toEqual([])
  })

  test('movements within the hour before the last certain commit are compared as well', async () => {
    const { body: payment } = await (await lossy.shopper()).pay()
    await lossy.lose(sql`delete from attempts where payment_id = ${payment.id}`)
    await lossy.set()
    await sql`update reconcile_first set last_commit_at = clock_timestamp() + interval '59 minutes'`.execute(
      service.database.db,
    )

    await lossy.reconcile()

    expect(await lossy.waiting()).toEqual(['sandbox'])
    expect(await reconcileFirstCommands['reconcile-first show'](lossy.context)).toMatchObject({
      unmatched: [{ amount: 999 }],
    })
    await reconcileFirstCommands['reconcile-first clear'](lossy.context, { who: 'mina', why: 'given back by hand' })
  })

  test('no money moves again while the processor does not report the outcome of a listed call', async () => {
    const { body: payment } = await (await lossy.shopper()).pay({ number: timesOutAndCharges })
    await lossy.set()
    lossy.scripted.lookUp = async () => ({ kind: 'unknown', message: 'Not yet.' })

    await lossy.reconcile()
    const [waiting] = await findWaitingConnections(service.database.db)
    const refused = await (await lossy.shopper()).pay()
    lossy.scripted.lookUp = undefined
    await lossy.reconcile()

    expect(waiting).toMatchObject({
      connection: 'sandbox',
      reason: 'The processor does not yet report the outcome of 1 of its transactions.',
    })
    expect(refused.status).toBe(503)
    expect((await service.send('GET', `/payments/${payment.id}`)).body.payment_status).toBe('SETTLING')
    expect(await lossy.waiting()).toEqual([])
  })

  test('a connection that cannot be listed keeps waiting, states the reason, and is tried again', async () => {
    await lossy.set()
    lossy.scripted.list = () => Promise.reject(new Error('503 from the processor'))

    await lossy.reconcile()
    const [broken] = await findWaitingConnections(service.database.db)
    lossy.scripted.list = undefined
    await lossy.reconcile()

    expect(broken).toMatchObject({ connection: 'sandbox', reason: '503 from the processor' })
    expect(await lossy.waiting()).toEqual([])
  })

  test('a list with one unreadable line clears nothing', async () => {
    await lossy.set()
    lossy.scripted.list = async () => ({ transactions: [{ reference: '', amount: 1 }] as never, next: null })

    await lossy.reconcile()

    expect(await lossy.waiting()).toEqual(['sandbox'])
  })

  test('a comparison that began before the block was set again does not clear it', async () => {
    await lossy.set()
    lossy.scripted.list = async () => {
      await lossy.set()
      return { transactions: [], next: null }
    }

    await lossy.reconcile()

    expect(await lossy.waiting()).toEqual(['sandbox'])
  })

  test.each([
    ['promoted', sql`timeline = timeline + 1`, /^The database was promoted or restored: its timeline was /],
    [
      'restored elsewhere',
      sql`system_identifier = '1'`,
      /^The database was restored elsewhere: its system identifier was 1 /,
    ],
    [
      'restored into a new database of the same PostgreSQL',
      sql`oid = 1`,
      /^The database was restored or copied into a new one: its oid was 1 /,
    ],
  ])('a database that was %s is noticed once', async (_, change, reason) => {
    await sql`update database_identity set ${change}, alive_at = '2026-11-20T10:00:00Z'`.execute(service.database.db)

    await lossy.notice()
    await lossy.notice()

    const [set] = await findWaitingConnections(service.database.db)
    expect(set).toMatchObject({
      setBy: 'system',
      why: expect.stringMatching(reason),
      lastCommitAt: '2026-11-20T10:00:00.000Z',
    })
    const last = (await lossy.actionsOn('sandbox')).slice(-2)
    expect(last.filter(({ why }) => why === set!.why)).toHaveLength(1)
    expect((await (await lossy.shopper()).pay()).status).toBe(503)
    await lossy.reconcile()
    expect(await lossy.waiting()).toEqual([])
  })

  test('a database without an identity blocks nothing, and doctor reports it', async () => {
    await sql`update database_identity set system_identifier = null, timeline = null`.execute(service.database.db)
    const doctor = await examineReconciliation(service.database.db)

    await lossy.notice()

    expect(await lossy.waiting()).toEqual([])
    expect(doctor).toContain('run reconcile-first set')
    expect(await examineReconciliation(service.database.db)).toContain('is noticed')
  })

  test.skipIf(kind === 'embedded')(
    'the first connection notices a changed database before the server uses it',
    async () => {
      await sql`update database_identity set timeline = timeline + 1`.execute(service.database.db)
      const errors: object[] = []
      const inspect = (ask: Parameters<typeof detectReplacedDatabase>[0]) =>
        detectReplacedDatabase(ask, { error: (said: object) => void errors.push(said) })

      const again = await openPostgresql(service.database.url!, { mode: 'sandbox', inspect })
      await sql`select 1`.execute(again.db)
      await again.close()

      expect(await lossy.waiting()).toEqual(['sandbox'])
      expect(errors).toMatchObject([{ reason: expect.stringMatching(/timeline/) }])
    },
  )

  test('the log of operators’ actions can be neither changed nor deleted', async () => {
    await lossy.set()

    for (const statement of [
      sql`update audit_entries set why = 'otherwise'`,
      sql`update audit_entries set seal = null, salt = null`,
      sql`delete from audit_entries`,
      sql`truncate audit_entries`,
    ]) {
      await expect(statement.execute(service.database.db)).rejects.toMatchObject({
        constraint: expect.stringMatching(/^audit_entries_/),
      })
    }
  })
})
