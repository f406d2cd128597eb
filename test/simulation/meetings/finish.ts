import { sql } from 'kysely'
import type { Billing } from '#server/billing/billing.ts'
import { completeAttempts } from '#server/billing/attempts/complete-attempts.ts'
import { runDueWork } from '#server/billing/due-work/kinds.ts'
import type { MeetingDatabase } from './meeting-database.ts'

const hourSeconds = 3600
/** Seconds that exceed any lease. */
const roundSeconds = 100

/** Lets workers, without faults, complete open attempts now and do all due work on each of the next two days. */
export const finishEverything = async ({ billing, setWall }: MeetingDatabase): Promise<void> => {
  let ahead = 0
  const setTimes = async (seconds: number) => {
    setWall(seconds)
    await moveLeases(billing, seconds)
  }
  const complete = async () => {
    for (let rounds = 4; rounds > 0 && (await hasOpenAttempts(billing)); rounds--) {
      ahead += roundSeconds
      await setTimes(ahead)
      await completeAttempts(billing)
    }
  }
  await complete()
  for (let days = 2; days > 0; days--) {
    await moveClock(billing, 26 * hourSeconds)
    ahead += roundSeconds
    await setTimes(ahead)
    for (
      let rounds = 4;
      rounds > 0 && (await runDueWork(billing, { concurrency: 4, isClockMoving: true })).length > 0;
      rounds--
    );
    await complete()
  }
}

const moveLeases = async ({ database }: Billing, seconds: number): Promise<void> => {
  await sql`update clock set lease_offset_millis = ${seconds * 1000}`.execute(database)
}

const moveClock = async ({ database }: Billing, seconds: number): Promise<void> => {
  await sql`update clock set frozen_at = frozen_at + ${seconds} * interval '1 second'`.execute(database)
}

const hasOpenAttempts = async ({ database }: Billing): Promise<boolean> => {
  const { rows } = await sql<{ open: boolean }>`
    select exists (select from attempts where state = 'open') as open`.execute(database)
  return rows[0]!.open
}
