import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { pausedConnectionWork } from '#server/billing/due-work/probe-connections.ts'
import { bookedDayWork } from '#server/billing/reconcile/days/reconcile-due-days.ts'
import { runWork } from '#server/billing/worklist/worklist.ts'
import type { Processor } from '#server/processors/processor.ts'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import { describeEachDatabase } from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'

const dayOf = (at: Date) => at.toISOString().slice(0, 10)
const daysLater = (days: number) => new Date(Date.now() + days * 86_400_000)

describeEachDatabase('work that is due by the wall clock', (open) => {
  let wall = new Date()
  const asked: string[] = []
  let reconcile: Processor['reconcile']
  const service = useService(open, ({ db }) => ({
    processor: { ...sandboxProcessor({ database: db }), reconcile: (day, page) => reconcile(day, page) },
    wallClock: () => wall.toISOString(),
  }))
  const compareDays = () => runWork(service.billing, bookedDayWork)
  beforeAll(async () => {
    // The server sees the connection for the first time, so its first day is today.
    await compareDays()
  })
  beforeEach(() => {
    asked.length = 0
    reconcile = async (day) => {
      asked.push(day)
      return { movements: [], payouts: [], isComplete: true, next: null }
    }
  })

  /** Stores that this work has failed nine times in a row and is to be tried now. */
  const failNineTimes = (kind: string, organizationId: string, id: string) =>
    sql`insert into deferred_work (organization_id, kind, id, deferred_until, tries, reason)
      values (${organizationId}, ${kind}, ${id}, billing_now(), 9, 'No answer.')`.execute(service.database.db)
  /** How often the deferred work of this kind was tried, and in how many minutes it will be tried again. */
  const waits = async (kind: string) => {
    const { rows } = await sql<{ tries: number; minutes: number }>`
      select tries, round(extract(epoch from deferred_until - billing_now()) / 60)::int as minutes
      from deferred_work where kind = ${kind}`.execute(service.database.db)
    return rows
  }

  test('skips a day that is not over if another server finishes the day before it in the meantime', async () => {
    const today = dayOf(wall)
    wall = daysLater(1)
    let isFirst = true
    /** Finds the due day. Before this server leases the day, another server finds and finishes it. */
    const load: typeof bookedDayWork.load = async (...found) => {
      const rows = await bookedDayWork.load(...found)
      if (isFirst) {
        isFirst = false
        await compareDays()
      }
      return rows
    }

    const done = await runWork(service.billing, { ...bookedDayWork, load })

    expect([done, asked]).toEqual([[], [today]])
    expect(await waits('booked_day')).toEqual([])
  })

  test('compares a day again within five minutes, however often its processor failed', async () => {
    wall = daysLater(2)
    reconcile = () => Promise.reject(new Error('The connection was cut.'))
    await failNineTimes('booked_day', '', 'sandbox')

    await compareDays()

    expect(await waits('booked_day')).toEqual([{ tries: 10, minutes: 5 }])
  })

  test('queries the processor of a paused connection again within an hour, however often that failed', async () => {
    const { organizationId, database } = service
    // The server cannot open these credentials, so the query fails.
    await sql`insert into connections (organization_id, id, adapter, label, sealed_credentials, settings, state, reason,
        paused_at, due_at, created_at, updated_at)
      values (${organizationId}, 'con_unreadable', 'stripe', '', '\\x00', '{"account_id": "acct_one", "livemode": false}',
        'paused', 'The key is refused.', now(), now() - interval '1 minute', now(), now())`.execute(database.db)
    await failNineTimes('paused_connection', organizationId, 'con_unreadable')

    await runWork(service.billing, pausedConnectionWork)

    expect(await waits('paused_connection')).toEqual([{ tries: 10, minutes: 60 }])
  })
})
