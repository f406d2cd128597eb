import type { Database } from '../store/database.ts'
import { FairTurns } from '../store/engine/transactions/fair-turns.ts'
import { inTurn, onBehalfOf } from '../store/engine/transactions/on-behalf-of.ts'
import { isEmbedded } from '../store/engine/transactions/transact.ts'

/**
 * The turns in which one process works on the requests of organizations. If only one organization is active, it has as many
 * at a time as fill its shared transactions. If others are active too, each has few. So an answer waits for at most a few milliseconds of
 * another organization's work in this thread, which also runs the embedded database. A request gives up its place when it calls a processor
 * or a tax service (`beforeNetworkCall`). It also does after 100 ms, because it is most likely waiting for a lock or the database.
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

/** Called with the seconds that each request has waited for its turn, including requests that gave up. */
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
