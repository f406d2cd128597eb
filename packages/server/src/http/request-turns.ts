import type { Database } from '../store/database.ts'
import { FairTurns } from '../store/engine/transactions/fair-turns.ts'
import { isEmbedded } from '../store/engine/transactions/transact.ts'

/**
 * The turns in which one process works on the requests of organizations (DECISIONS 64). A lone organization has as many at a time as
 * fill its shared transactions. Beside another's it has few, so that no answer of the other waits for more than a few milliseconds of
 * work in this thread, in which the embedded database works, too. A request that asks a processor or a tax service has its turn no
 * longer (`leaveForNetwork`), nor has one after 100 ms, which waits for a lock.
 */
export const requestTurns = (database: Database): FairTurns =>
  new FairTurns({
    places: 128,
    placesEach: 48,
    placesBeside: isEmbedded(database) ? 1 : 4,
    heldMillisMax: 100,
    waitMillisMax: 10_000,
  })
