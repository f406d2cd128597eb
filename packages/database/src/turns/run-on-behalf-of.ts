import { AsyncLocalStorage } from 'node:async_hooks'

/** The organization that the running code works for, and the function that ends the code's turn. */
interface Work {
  readonly organizationId: string
  readonly endTurn?: () => void
}

const current = new AsyncLocalStorage<Work>()

/** Runs code on behalf of an organization: its use of the database counts towards that organization's share. */
export const runOnBehalfOf = <Result>(organizationId: string, run: () => Result): Result =>
  current.run({ ...current.getStore(), organizationId }, run)

/** Returns the organization on whose behalf the running code works; `noOrganization` if it is unknown. */
export const currentOrganization = (): string => current.getStore()?.organizationId ?? noOrganization

/** Stands for the server's own work, and for requests whose organization is not known yet. */
export const noOrganization = 'nobody'

/** Runs code in a turn. The turn ends when the code ends, or when the code calls {@link endTurnEarly}. */
export const runWithTurn = async <Result>(endTurn: () => void, run: () => Promise<Result>): Promise<Result> => {
  try {
    return await current.run({ organizationId: currentOrganization(), endTurn }, run)
  } finally {
    endTurn()
  }
}

/**
 * Ends the turn of the running code, if it has one. Call it before a network call or another wait that needs no turn, so that another
 * caller gets one.
 */
export const endTurnEarly = (): void => current.getStore()?.endTurn?.()
