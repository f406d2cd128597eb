import { sql } from 'kysely'
import type { Billing } from '#server/billing/billing.ts'
import { erasureWork } from '#server/billing/erasure/erase-customer.ts'
import { runWork } from '#server/billing/worklist/worklist.ts'
import type { TestDatabase } from '../databases/databases.ts'
import { type RunningService, startService } from '../services/running-service.ts'
import { aScriptedProcessor, moveClock } from './subscriber.ts'

/** A shop for one story, on 1 March 2027. */
export const openShopInMarch = async (
  open: () => Promise<TestDatabase>,
): Promise<{ readonly service: RunningService; readonly database: TestDatabase }> => {
  const database = await open()
  const service = await startService(database, { processor: aScriptedProcessor(database) })
  await moveClock(service, '2027-03-01T10:00:00Z')
  return { service, database }
}

/** The row of deferred work with this `kind`; undefined if there is none. */
export const findDeferredWork = ({ db }: TestDatabase, kind: string) =>
  db.selectFrom('deferredWork').selectAll().where('kind', '=', kind).executeTakeFirst()

/** Finishes erasures as if five minutes had passed since each. Returns how many it finished. */
export const finishErasures = async (billing: Billing): Promise<number> => {
  await sql`update erasures set erased_at = erased_at - interval '5 minutes', due_at = erased_at
    where finished_at is null`.execute(billing.database)
  return (await runWork(billing, erasureWork)).length
}
