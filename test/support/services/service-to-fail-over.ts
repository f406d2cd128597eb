import type { TestDatabase } from '../databases/databases.ts'
import { type RunningService, startService } from './running-service.ts'
import { aScriptedProcessor, moveClock } from '../stories/subscriber.ts'

/**
 * A service on 1 March 2027, for stories in which its database loses its last transactions. Returns also its processor, and functions that
 * read the processor's totals and the service's events and alarms.
 */
export const startServiceToFailOver = async (database: TestDatabase) => {
  const processor = aScriptedProcessor(database)
  const service = await startService(database, { processor })
  await moveClock(service, '2027-03-01T10:00:00Z')
  const { db } = database
  /** The totals that the processor charged (`taken`) and refunded (`back`). */
  const net = async () => {
    const sums = { taken: 0, back: 0 }
    for (const { kind, amount, outcome } of await db
      .selectFrom('sandboxProcessor.transactions')
      .selectAll()
      .execute()) {
      if (outcome['kind'] !== 'approved') continue
      if (kind === 'refund') sums.back += amount
      else if (kind === 'capture' || outcome['captured'] === true) sums.taken += amount
    }
    return sums
  }
  const events = async () =>
    (await service.send('GET', '/events?limit=1000')).body.data
      .map(({ type }: { type: string }) => type)
      .filter((type: string) => type === 'payment.outcome_differs')
  const alarms = () => service.logged.filter((line) => line.includes('"level":50') && line.includes('reference')).length
  return { service, processor, db, net, events, alarms }
}

/** Sets a subscription's price, in minor units, from its next charge on. */
export const setPrice = (service: RunningService, id: string, amount: number) =>
  service.database.db.updateTable('subscriptions').set({ priceAmount: amount }).where('id', '=', id).execute()
