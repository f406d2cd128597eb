import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { workOfBillingClock, runDueWork } from '#server/billing/due-work/kinds.ts'
import { readDueWork, readOverdueWork } from '#server/billing/due-work/read-due-work.ts'
import { runnableWorkOf } from '#server/billing/worklist/work.ts'
import type { DueRow, WorkKind } from '#server/billing/worklist/worklist.ts'
import { acrossOrganizations } from '#server/store/across-organizations.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { startService } from '../../support/services/running-service.ts'

/** A kind of work that welcomes each new customer. The first try for anyone named Noor fails. */
const aWelcome = (): WorkKind<DueRow & { readonly email: string | null }> => {
  let hasFailed = false
  return {
    name: 'welcome',
    table: 'customers',
    dueColumn: 'created_at',
    isOpen: sql<boolean>`not customers.metadata ? 'welcomed'`,
    limit: 10,
    concurrency: 1,
    load: (database, where, limit) =>
      acrossOrganizations(database, 'due work')
        .selectFrom('customers')
        .select(['organizationId', 'id', 'email'])
        .where(where)
        .orderBy('createdAt')
        .limit(limit)
        .execute(),
    perform: async ({ work, row: { id, email } }) => {
      if (email?.startsWith('noor') && !hasFailed) {
        hasFailed = true
        throw new Error('The mail server does not answer.')
      }
      await work.db
        .updateTable('customers')
        .set({ metadata: sql`metadata || '{"welcomed": "yes"}'` })
        .where('id', '=', id)
        .execute()
      return 'customer.welcomed'
    },
  }
}

describeEachDatabase('a new kind of due work', (open) => {
  test('needs one entry in the list: its rows fall due, count as overdue, are done once, and only a failing row is deferred', async () => {
    const database = await open()
    const service = await startService(database)
    const kinds = [...workOfBillingClock, runnableWorkOf(aWelcome())]
    const round = async () => {
      const { kinds: due } = await readDueWork(service.billing, kinds)
      const done = await runDueWork(service.billing, { concurrency: 1, isClockMoving: false }, { kinds, due })
      return { isDue: due.has('welcome'), done: done.map(({ what, id }) => `${what} ${id}`) }
    }
    const deferred = () => database.db.selectFrom('deferredWork').selectAll().executeTakeFirst()
    const overdueSeconds = async () =>
      (await readOverdueWork(service.billing, kinds)).find(({ kind }) => kind === 'welcome')!.seconds
    const before = await round()
    const aCustomer = async (email: string): Promise<string> =>
      (await service.send('POST', '/customers', { body: { email } })).body.id
    const [noor, mina] = [await aCustomer('noor@example.com'), await aCustomer('mina@example.com')]

    await sql`update customers set created_at = created_at - interval '10 minutes'`.execute(database.db)
    const overdue = await overdueSeconds()
    const first = await round()
    const waiting = await deferred()
    const meanwhile = await round()
    const { next } = await readDueWork(service.billing, kinds)
    await sql`update deferred_work set deferred_until = billing_now()`.execute(database.db)
    const second = await round()
    const last = await round()
    const overdueAtLast = await overdueSeconds()

    expect(before).toEqual({ isDue: false, done: [] })
    expect(first).toEqual({ isDue: true, done: [`customer.welcomed ${mina}`] })
    expect(waiting).toMatchObject({ kind: 'welcome', id: noor, tries: 1 })
    expect(waiting?.reason).toBe('The mail server does not answer.')
    expect(meanwhile).toEqual({ isDue: false, done: [] })
    expect(next).toBe(waiting?.deferredUntil)
    expect(second).toEqual({ isDue: true, done: [`customer.welcomed ${noor}`] })
    expect(await deferred()).toBeUndefined()
    expect(last).toEqual({ isDue: false, done: [] })
    expect([Math.floor(overdue / 60), overdueAtLast]).toEqual([10, 0])
    await service.close()
  })
})
