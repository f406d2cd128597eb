import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { eraseCustomer } from '#server/billing/erasure/erase-customer.ts'
import { finishErasures } from '../../support/stories/deferred-work.ts'
import { defaultConcurrency } from '#server/billing/worklist/worklist.ts'
import { processDueSubscriptions } from '#server/billing/due-work/process-due-subscriptions.ts'
import { transact } from '#database/transactions/transact.ts'
import { countBlockedTransactions, countWaitingForNames } from '../../support/interleaving/count-waiting.ts'
import { openTestDatabase } from '../../support/databases/databases.ts'
import { findWords } from '../../support/stories/find-words.ts'
import { holdNameLock } from '../../support/interleaving/hold-name.ts'
import { aMonthlyPlan, anEmail, createPlan } from '../../support/stories/shopper.ts'
import { aSubscriber } from '../../support/stories/subscriber.ts'
import { useService } from '../../support/services/use-service.ts'

const patient = { timeout: 60_000 }

describe('an erasure at the same time as another request (postgresql)', () => {
  const service = useService(() => openTestDatabase('postgresql'))
  let key: string
  beforeAll(async () => {
    key = await service.addKey(service.organizationId, { erasure: 'write' })
  })
  const erase = (id: string) => service.send('DELETE', `/customers/${id}?cancel_subscriptions=true`, { key })
  /** Starts all requests in this order while the customer is locked, then releases the lock. */
  const meet = async <const Results extends readonly (() => Promise<unknown>)[]>(
    customerId: string,
    begin: Results,
  ) => {
    const letGo = await holdNameLock(service.database, `${service.organizationId}/customer:${customerId}`)
    const begun: Promise<unknown>[] = []
    for (const each of begin) {
      begun.push(each())
      await vi.waitUntil(async () => (await countWaitingForNames(service.database)) === begun.length, patient)
    }
    await letGo()
    return Promise.all(begun) as Promise<{ -readonly [Place in keyof Results]: Awaited<ReturnType<Results[Place]>> }>
  }
  const book = () =>
    createPlan(service, { ...aMonthlyPlan(), type: 'one-off', interval: undefined, interval_count: undefined })
  const charge = (customerId: string, planId: string) => () =>
    service.send('POST', '/payments', { body: { customer: { id: customerId }, plan: { id: planId } } })
  const look = async (customerId: string) => {
    const { body } = await service.send('GET', `/customers/${customerId}`)
    return { email: body.email as string | null, isErased: body.erased_at !== null }
  }

  test('a charge that came first is paid in full, or the erasure is refused', async () => {
    const [{ customerId }, { id }] = [await aSubscriber(service, aMonthlyPlan()), await book()]

    const [charged, erased] = await meet(customerId, [charge(customerId, id), () => erase(customerId)])

    expect(charged.status).toBe(200)
    // The charge either finished before the erasure or was still in flight.
    expect([200, 409]).toContain(erased.status)
    expect((await look(customerId)).isErased).toBe(erased.status === 200)
    expect(await service.send('GET', `/payments/${charged.body.id}`)).toMatchObject({
      body: { customer: { email: erased.status === 200 ? null : expect.any(String) } },
    })
  })

  test('a charge that comes second charges no card', async () => {
    const [{ customerId }, { id }] = [await aSubscriber(service, aMonthlyPlan()), await book()]

    const [erased, charged] = await meet(customerId, [() => erase(customerId), charge(customerId, id)])

    expect([erased.status, charged.status]).toEqual([200, 400])
    expect(charged.body.error.code).toBe('payment_method_required')
    expect(await look(customerId)).toEqual({ email: null, isErased: true })
  })

  test('a renewal that comes second is not made', async () => {
    const { customerId, id, payments } = await aSubscriber(service, aMonthlyPlan())
    await sql`update subscriptions set next_billing_date = billing_now(), current_period_end = billing_now(),
      current_period_start = billing_now() - interval '1 month' where id = ${id}`.execute(service.database.db)

    const [erased] = await meet(customerId, [
      () => erase(customerId),
      () => processDueSubscriptions(service.billing, defaultConcurrency),
    ])

    expect(erased.status).toBe(200)
    expect(await payments()).toHaveLength(1)
  })

  test('two erasures and a change of the customer leave no new text of theirs', async () => {
    const { customerId } = await aSubscriber(service, aMonthlyPlan())
    const change = () =>
      service.send('PATCH', `/customers/${customerId}`, { body: { email: 'written.back@example.com' } })

    const [first, second, changed] = await meet(customerId, [() => erase(customerId), () => erase(customerId), change])

    expect([first.status, second.status, changed.status]).toEqual([200, 200, 404])
    expect(second.body).toEqual(first.body)
    await finishErasures(service.billing)
    expect(await findWords(service.database.db, ['written.back'])).toEqual({})
  })

  /** Starts `first`, which waits for a locked table, then `second`; then releases the lock. */
  const meetAt = async <First, Second>(table: string, first: () => Promise<First>, second: () => Promise<Second>) => {
    const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = transact(service.database.db, async (open) => {
      await sql`lock table ${sql.table(table)} in exclusive mode`.execute(open.db)
      locked.resolve()
      await released.promise
    })
    await locked.promise
    const begun = first()
    await vi.waitUntil(async () => (await countBlockedTransactions(service.database)) === 1, patient)
    const met = second()
    // If `second` does not wait for `first`, it ends while `first` is still blocked.
    const hasWaited = await Promise.race([
      met.then(() => false),
      vi.waitUntil(async () => (await countBlockedTransactions(service.database)) === 2, patient),
    ])
    released.resolve()
    await holding
    return { hasWaited, first: await begun, second: await met }
  }
  const eraseUnasked = (id: string) =>
    eraseCustomer(service.billing, service.organizationId, {
      id,
      cancelsSubscriptions: false,
      ifAbandonedSince: '2200-01-01T00:00:00.000Z',
    })
  const namings = [
    ['its id', ({ id }: Named) => ({ id })],
    ['its external id', ({ external_id }: Named) => ({ external_id })],
  ] as const
  const aCustomer = async (): Promise<Named> => {
    const body = { email: anEmail(), external_id: crypto.randomUUID() }
    return (await service.send('POST', '/customers', { body })).body
  }

  test.each(namings)('a customer whose checkout is being opened by %s is kept', async (_, name) => {
    const customer = await aCustomer()

    const { hasWaited, first } = await meetAt(
      'client_sessions',
      () => service.send('POST', '/client-session', { body: { customer: name(customer) } }),
      () => eraseUnasked(customer.id),
    )

    expect([first.status, hasWaited]).toEqual([200, true])
    expect(await look(customer.id)).toEqual({ email: customer.email, isErased: false })
  })

  test.each(namings)('no checkout is opened for a customer who is being erased, by %s', async (_, name) => {
    const customer = await aCustomer()

    const { hasWaited, second } = await meetAt(
      'erasures',
      () => eraseUnasked(customer.id),
      () => service.send('POST', '/client-session', { body: { customer: name(customer) } }),
    )

    expect(hasWaited).toBe(true)
    expect(await look(customer.id)).toEqual({ email: null, isErased: true })
    // The erased customer no longer has that external id: it belongs to a new customer.
    if ('id' in name(customer)) expect([second.status, second.body.error.code]).toEqual([404, 'not_found'])
    else expect([second.status, second.body.customer.id]).toEqual([200, null])
  })

  test('no open checkout changes to a customer who is being erased', async () => {
    const customer = await aCustomer()
    const { body: session } = await service.send('POST', '/client-session', { body: {} })

    const { hasWaited, second } = await meetAt(
      'erasures',
      () => eraseUnasked(customer.id),
      () => service.send('PATCH', `/client-session/${session.id}`, { body: { customer: { id: customer.id } } }),
    )

    expect([hasWaited, second.status]).toEqual([true, 404])
  })

  test('an erasure that is killed between its transaction and the copies is finished by the job', async () => {
    const { db } = service.database
    const { customerId } = await aSubscriber(service, aMonthlyPlan())
    const { email } = await look(customerId)
    const released = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const holding = transact(db, async (open) => {
      await sql`lock table audit_entries in access exclusive mode`.execute(open.db)
      locked.resolve()
      await released.promise
    })
    await locked.promise
    const dying = Promise.allSettled([erase(customerId)])
    await vi.waitUntil(async () => (await countBlockedTransactions(service.database)) > 0, patient)
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`.execute(db)
    await dying
    released.resolve()
    await holding

    expect(await look(customerId)).toEqual({ email: null, isErased: true })
    expect(Object.keys(await findWords(db, [email!])).toSorted()).toEqual([
      'public.audit_entries',
      'public.erasures',
      'public.events',
    ])
    expect(await finishErasures(service.billing)).toBeGreaterThan(0)
    expect(await findWords(db, [email!])).toEqual({})
  })
})

interface Named {
  readonly id: string
  readonly external_id: string
  readonly email: string
}
