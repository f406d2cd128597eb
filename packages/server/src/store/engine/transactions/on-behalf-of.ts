import { AsyncLocalStorage } from 'node:async_hooks'

/** The organization that the running code works for, and how to end its turn. */
interface Work {
  readonly organizationId: string
  readonly endTurn?: () => void
}

const current = new AsyncLocalStorage<Work>()

/** Runs something on behalf of an organization: what it asks of the database counts as that organization's share. */
export const onBehalfOf = <Result>(organizationId: string, run: () => Result): Result =>
  current.run({ ...current.getStore(), organizationId }, run)

/** The organization on whose behalf the running code works; `nobody` until that is known. */
export const currentOrganization = (): string => current.getStore()?.organizationId ?? nobody

/** Stands for the server's own work, and for requests whose sender is not known yet. */
export const nobody = 'nobody'

/** Runs something in a turn, which is over when that is, or before by {@link endTurnEarly}. */
export const inTurn = async <Result>(endTurn: () => void, run: () => Promise<Result>): Promise<Result> => {
  try {
    return await current.run({ organizationId: currentOrganization(), endTurn }, run)
  } finally {
    endTurn()
  }
}

/** Ends the turn in which the running code works, if it has one. The code is about to wait for something that blocks no other work. */
export const endTurnEarly = (): void => current.getStore()?.endTurn?.()
