import { setTimeout as wait } from 'node:timers/promises'
import type { ServerProcess } from './server-process.ts'

/** The settings of a story's last server: all leases and waits have expired, and the network is good again. */
export const inTheEnd = (leasesAheadSeconds: number) => ({
  WALL_AHEAD_SECONDS: '820',
  // A processor that gave no outcome is queried again after up to four hours.
  LEASES_AHEAD_SECONDS: String(leasesAheadSeconds + 5 * 3600),
  FAULTS: 'off',
})

/** Waits until no attempt is open, or until none was finished for half a minute. */
export const untilFinished = async (server: ServerProcess): Promise<void> => {
  let open = await server.countOpen()
  for (let looks = 0; looks < 60 && open > 0; looks++) {
    await wait(500)
    const before = open
    open = await server.countOpen()
    if (open < before) looks = 0
  }
}
