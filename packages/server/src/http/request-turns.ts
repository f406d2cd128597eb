import type { Database } from '../store/database.ts'
import { FairTurns } from '../store/engine/transactions/fair-turns.ts'
import { inTurn, onBehalfOf } from '../store/engine/transactions/on-behalf-of.ts'
import { isEmbedded } from '../store/engine/transactions/transact.ts'

/**
 * The turns in which one process works on the requests of organizations (DECISIONS 64). A lone organization has as many at a time as
 * fill its shared transactions. Beside another's it has few, so that no answer of the other waits for more than a few milliseconds of
 * work in this thread, in which the embedded database works, too. A request that calls a processor or a tax service gives up its
 * place (`beforeNetworkCall`), and so does one that has taken 100 ms: it is most likely waiting for a lock or the database.
 */
export const requestTurns = (database: Database): FairTurns =>
  new FairTurns({
    places: 128,
    placesEach: 48,
    placesBeside: isEmbedded(database) ? 1 : 4,
    heldMillisMax: 100,
    waitMillisMax: 10_000,
  })

/** Runs something for an organization when it is its turn. Throws `DatabaseBusy` when that would take too long. */
export type InTurnOf = <Result>(organizationId: string, run: () => Promise<Result>) => Promise<Result>

/** Called with the seconds that each request has waited for its turn, also where it gave up. */
export type ObserveTurn = (seconds: number) => void

/** {@link InTurnOf} in these turns. */
export const workIn =
  (turns: FairTurns, observe: ObserveTurn = () => {}): InTurnOf =>
  (organizationId, run) =>
    onBehalfOf(organizationId, async () => {
      const came = performance.now()
      const end = await turns.take().finally(() => observe((performance.now() - came) / 1000))
      return inTurn(end, run)
    })
