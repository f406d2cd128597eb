import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { defaultConcurrency } from '#server/billing/worklist/worklist.ts'
import { processDueSubscriptions } from '#server/billing/due-work/process-due-subscriptions.ts'
import { transact } from '#database/transactions/transact.ts'
import { setReconcileFirst } from '#server/store/reconcile-first/reconcile-first.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { useLossyService } from '../../support/services/lossy-service.ts'
import { aMonthlyPlan, createPlan } from '../../support/stories/shopper.ts'
import { aSubscriber } from '../../support/stories/subscriber.ts'

const held = '4000000000007775'
const timesOutAndCharges = '4000000000006975'

describeEachDatabase('the reconcile-first block of a connection', (open, kind) => {
  const lossy = useLossyService(open)
  const { service } = lossy

  test('refuses every request that would move money with 503 unavailable, and calls no processor', async () => {
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
      where id = ${ended.id}`.execute(service.database.db)
    const shopper = await lossy.shopper()
    const seen = await shopper.look()
    await lossy.set()
    lossy.calls.length = 0

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
    expect(lossy.calls).toEqual([])
    expect(await service.send('GET', `/payments/${paid.id}`)).toMatchObject({
      status: 200,
      body: { refunded_amount: 0 },
    })
  })

  test('lets a renewal wait, neither tried nor counted', async () => {
    const subscriber = await aSubscriber(service, aMonthlyPlan())
    const before = await subscriber.row()
    await lossy.set()
    const { offsetMillis } = await service.database.db
      .selectFrom('clock')
      .select('offsetMillis')
      .executeTakeFirstOrThrow()
    await sql`update clock set offset_millis = ${Date.parse(before.currentPeriodEnd) + 60_000 - Date.now()}`.execute(
      service.database.db,
    )
    lossy.calls.length = 0

    const done = await processDueSubscriptions(service.billing, defaultConcurrency)
    const meanwhile = await subscriber.row()
    await lossy.clear()
    const triedMeanwhile = await subscriber.payments()
    await processDueSubscriptions(service.billing, defaultConcurrency)
    const after = await subscriber.row()
    await sql`update clock set offset_millis = ${offsetMillis}`.execute(service.database.db)

    expect(done).toEqual([])
    expect(meanwhile).toMatchObject({ attemptCount: 0, failureCount: 0, tries: 0, status: 'active' })
    expect(meanwhile.currentPeriodEnd).toBe(before.currentPeriodEnd)
    expect(triedMeanwhile).toHaveLength(1)
    expect(after.currentPeriodStart).toBe(before.currentPeriodEnd)
  })

  test('lets a capture that was committed before wait for the completer', async () => {
    const shopper = await lossy.shopper()
    const { body: payment } = await shopper.pay({ number: held })
    const isCaptured = async () => (await service.send('GET', `/payments/${payment.id}`)).body.payment_status
    await lossy.set()
    lossy.calls.length = 0
    const soon = { ...service.billing, wallClock: () => new Date(Date.now() + 120_000).toISOString() }

    await completeAttempts(soon)
    const meanwhile = await isCaptured()
    await lossy.clear()
    await completeAttempts(soon)

    expect([meanwhile, await isCaptured()]).toEqual(['AUTHORIZED', 'SETTLING'])
    expect(lossy.calls).toHaveLength(1)
  })

  test.skipIf(kind === 'embedded')('refuses a charge that begins while the block is being set', async () => {
    const shopper = await lossy.shopper()
    const seen = await shopper.look()
    const mayCommit = Promise.withResolvers<void>()
    const isSet = Promise.withResolvers<void>()
    const setting = transact(service.database.db, async ({ db }) => {
      await setReconcileFirst(db, 'sandbox', { who: 'mina', why: 'a drill' })
      isSet.resolve()
      await mayCommit.promise
    })
    await isSet.promise
    lossy.calls.length = 0

    const paying = shopper.payAsSeen(seen)
    await expect.poll(waitingForLocks).toBe(1)
    mayCommit.resolve()
    await setting

    expect(await paying).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } })
    expect(lossy.calls).toEqual([])
  })

  test.skipIf(kind === 'embedded')('is set only after a charge that is about to commit', async () => {
    const { body: payment } = await (await lossy.shopper()).pay()
    const mayCommit = Promise.withResolvers<void>()
    const isOpened = Promise.withResolvers<void>()
    const opening = transact(service.database.db, async ({ db }) => {
      await sql`insert into attempts (organization_id, id, payment_id, kind, state, processor, connection, processor_key,
          reference_preimage, carries_card_data, request, lease_until, created_at, calls_at_once)
        select organization_id, id || '2', payment_id, kind, state, processor, connection, processor_key || '2',
          reference_preimage, carries_card_data, request, lease_until, created_at, true from attempts where payment_id = ${payment.id}`.execute(
        db,
      )
      isOpened.resolve()
      await mayCommit.promise
    })
    await isOpened.promise

    let isDone = false
    const setting = lossy.set().then(() => {
      isDone = true
    })
    await expect.poll(waitingForLocks).toBe(1)
    const wasDone = isDone
    mayCommit.resolve()
    await Promise.all([opening, setting])

    expect(wasDone).toBe(false)
    expect(await lossy.waiting()).toEqual(['sandbox'])
  })

  const waitingForLocks = async () => {
    const { rows } = await sql<{ waiting: number }>`select count(*)::int as waiting from pg_locks
      where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(service.database.db)
    return rows[0]!.waiting
  }
  /**
   * Leases the open attempts of these payments, even if their connection has to be reconciled first. Returns the payments whose attempt it
   * leased.
   */
  const leaseRegardless = async (paymentIds: readonly string[]) => {
    const { rows } = await sql<{ paymentId: string }>`update attempts
      set lease_until = now() + interval '1 minute', fence = fence + 1
      where (organization_id, id) in (
        select organization_id, id from attempts
        where state = 'open' and payment_id = any(${[...paymentIds]}::text[]) and lease_until < now() + interval '1 hour'
        order by lease_until limit 50 for update skip locked)
      returning payment_id`.execute(service.database.db)
    return rows.map(({ paymentId }) => paymentId)
  }
  const anUnknownCharge = async () => (await (await lossy.shopper()).pay({ number: timesOutAndCharges })).body.id

  test('keeps its attempts unleased, and workers lease other connections’ attempts', async () => {
    const [waiting, other] = [await anUnknownCharge(), await anUnknownCharge()]
    await sql`update attempts set connection = 'elsewhere' where payment_id = ${other}`.execute(service.database.db)
    await lossy.set()

    const taken = await leaseRegardless([waiting, other])
    await lossy.clear()
    const later = await leaseRegardless([waiting, other])

    expect(taken).toEqual([other])
    expect(later.toSorted()).toEqual([waiting, other].toSorted())
    await sql`update attempts set connection = 'sandbox' where payment_id = ${other}`.execute(service.database.db)
    await completeAttempts(service.billing, { aheadSeconds: 1000 })
  })

  test.skipIf(kind === 'embedded')(
    'lets a worker that leases during its setting wait, and gives it no attempt',
    async () => {
      const paymentId = await anUnknownCharge()
      const mayCommit = Promise.withResolvers<void>()
      const isSet = Promise.withResolvers<void>()
      const setting = transact(service.database.db, async ({ db }) => {
        await setReconcileFirst(db, 'sandbox', { who: 'mina', why: 'a drill' })
        isSet.resolve()
        await mayCommit.promise
      })
      await isSet.promise

      const leasing = leaseRegardless([paymentId])
      await expect.poll(waitingForLocks).toBe(1)
      mayCommit.resolve()
      await setting

      expect(await leasing).toEqual([])
      await lossy.clear()
      await completeAttempts(service.billing, { aheadSeconds: 1000 })
    },
  )

  test('does not stop another connection', async () => {
    await lossy.set()
    await sql`update reconcile_first set connection = 'elsewhere' where connection = 'sandbox'`.execute(
      service.database.db,
    )

    const paid = await (await lossy.shopper()).pay()
    await sql`update reconcile_first set connection = 'sandbox' where connection = 'elsewhere'`.execute(
      service.database.db,
    )

    expect(paid.status).toBe(200)
  })
})
