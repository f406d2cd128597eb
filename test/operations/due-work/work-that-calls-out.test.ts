import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readDueWork } from '#server/billing/due-work/read-due-work.ts'
import { runnableWorkOf } from '#server/billing/worklist/work.ts'
import { type DueRow, runWork, type WorkKind } from '#server/billing/worklist/worklist.ts'
import { acrossOrganizations } from '#server/store/across-organizations.ts'
import { deferredCountOf, readBacklog } from '#server/store/health/read-backlog.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { findDeferredWork } from '../../support/stories/deferred-work.ts'
import { startService } from '../../support/services/running-service.ts'

/** A kind of work that posts one letter to every customer. */
const aLetter = (post: (customerId: string) => Promise<void>): WorkKind<DueRow, void> => ({
  name: 'letter',
  table: 'customers',
  dueColumn: 'created_at',
  isOpen: sql<boolean>`not customers.metadata ? 'posted'`,
  limit: 10,
  concurrency: 10,
  leaseSeconds: 60,
  load: (database, where, limit) =>
    acrossOrganizations(database, 'due work')
      .selectFrom('customers')
      .select(['organizationId', 'id'])
      .where(where)
      .orderBy('createdAt')
      .limit(limit)
      .execute(),
  call:
    async () =>
    ({ id }) =>
      post(id),
  perform: async ({ work, row: { id } }) => {
    await work.db
      .updateTable('customers')
      .set({ metadata: sql`metadata || '{"posted": "yes"}'` })
      .where('id', '=', id)
      .execute()
    return 'letter.posted'
  },
})

describeEachDatabase('a kind of work that calls an outside service', (open) => {
  /** A server with one customer, the letters posted so far, and a function that runs rounds of this work with `post`. */
  const aServer = async () => {
    const database = await open()
    const service = await startService(database)
    const { body } = await service.send('POST', '/customers', { body: { email: 'mina@example.com' } })
    const posted: string[] = []
    const note = async (id: string): Promise<void> => void posted.push(id)
    const round = async (post: (id: string) => Promise<void> = note) =>
      (await runWork(service.billing, aLetter(post))).length
    const isDue = async () => (await readDueWork(service.billing, [runnableWorkOf(aLetter(note))])).kinds.has('letter')
    const deferred = () => findDeferredWork(database, 'letter')
    return {
      db: database.db,
      customerId: body.id as string,
      posted,
      note,
      round,
      isDue,
      deferred,
      close: service.close,
    }
  }

  test('is done by one server alone: the others find nothing due during the call', async () => {
    const { db, customerId, posted, note, round, isDue, deferred, close } = await aServer()
    const meanwhile: unknown[] = []

    const done = await round(async (id) => {
      const gauge = deferredCountOf(await readBacklog(db), 'letter').deferred
      meanwhile.push(await isDue(), await round(), gauge)
      await note(id)
    })
    const after = [await isDue(), await round(), await deferred()]

    expect(done).toBe(1)
    expect(posted).toEqual([customerId])
    expect(meanwhile).toEqual([false, 0, 0])
    expect(after).toEqual([false, 0, undefined])
    await close()
  })

  test('is done once if two servers take it up at the same moment', async () => {
    const { customerId, posted, round, close } = await aServer()

    const counts = await Promise.all([round(), round(), round()])

    expect(counts.toSorted()).toEqual([0, 0, 1])
    expect(posted).toEqual([customerId])
    await close()
  })

  test('is taken up again once the lease of a killed server has ended, and counts as tried', async () => {
    const { db, customerId, posted, round, isDue, deferred, close } = await aServer()
    const killed = round(() => new Promise(() => {}))
    await expect.poll(deferred).toBeDefined()

    const before = [await isDue(), await round()]
    await sql`update deferred_work set lease_until = lease_now()`.execute(db)
    const again = [await isDue(), await round(() => Promise.reject(new Error('The post office is closed.')))]

    expect(before).toEqual([false, 0])
    expect(again).toEqual([true, 0])
    expect(await deferred()).toMatchObject({
      id: customerId,
      tries: 2,
      reason: 'The post office is closed.',
      leaseUntil: null,
    })
    await sql`update deferred_work set deferred_until = billing_now()`.execute(db)
    expect([await round(), posted, await deferred()]).toEqual([1, [customerId], undefined])
    void killed
    await close()
  })

  test('is not done again if another server finished it meanwhile, and leaves no lease', async () => {
    const { db, posted, round, deferred, close } = await aServer()
    const finish = sql`update customers set metadata = metadata || '{"posted": "yes"}'`
    await sql`insert into deferred_work (organization_id, kind, id, deferred_until, tries, reason)
      select organization_id, 'letter', id, billing_now(), 1, 'closed' from customers`.execute(db)

    await finish.execute(db)
    const count = await round()

    expect([count, posted, await deferred()]).toEqual([0, [], undefined])
    await close()
  })
})
