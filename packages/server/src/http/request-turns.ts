import { FairTurns, runWithTurn, isEmbedded, runOnBehalfOf } from '@billing-checkout/database'
import type { Database } from '../store/database.ts'

/**
 * The turns in which one process handles requests of organizations. If only one organization is active, many of its requests may run at a
 * time, enough to fill shared transactions. If several are active, each gets few turns at a time. An answer therefore waits at most a few
 * milliseconds for another organization's work in this thread, which also runs the embedded database. A request gives up its place when it
 * calls a processor or a tax service (`prepareNetworkCall`), and after 100 ms, when it probably waits for a lock or the database.
 */
export const requestTurns = (database: Database): FairTurns =>
  new FairTurns({
    places: 128,
    placesPerOrganization: 48,
    placesContended: isEmbedded(database) ? 1 : 4,
    heldMillisMax: 100,
    waitMillisMax: 10_000,
  })

/** Runs work of an organization in its turn. Throws `DatabaseBusy` if the wait for the turn takes too long. */
export type RunInTurn = <Result>(organizationId: string, run: () => Promise<Result>) => Promise<Result>

/** Called with the seconds that each request waited for its turn, including requests that gave up. */
export type ObserveTurn = (seconds: number) => void

/** Makes {@link RunInTurn} for these turns. */
export const createRunInTurn =
  (turns: FairTurns, observe: ObserveTurn = () => {}): RunInTurn =>
  (organizationId, run) =>
    runOnBehalfOf(organizationId, async () => {
      const came = performance.now()
      const end = await turns.take().finally(() => observe((performance.now() - came) / 1000))
      return runWithTurn(end, run)
    })
