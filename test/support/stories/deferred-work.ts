import type { TestDatabase } from '../databases/databases.ts'
import { type RunningService, startService } from '../services/running-service.ts'
import { aScriptedProcessor, moveClock } from './subscriber.ts'

/** A shop for one story, on 1 March of some year. */
export const openShopInMarch = async (
  open: () => Promise<TestDatabase>,
): Promise<{ readonly service: RunningService; readonly database: TestDatabase }> => {
  const database = await open()
  const service = await startService(database, { processor: aScriptedProcessor(database) })
  await moveClock(service, '2027-03-01T10:00:00Z')
  return { service, database }
}

/** The deferred work of a kind, if any. */
export const findDeferred = ({ db }: TestDatabase, kind: string) =>
  db.selectFrom('deferredWork').selectAll().where('kind', '=', kind).executeTakeFirst()
