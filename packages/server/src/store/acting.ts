import { AsyncLocalStorage } from 'node:async_hooks'

/** The caller that acts, and its operation. Events and audit entries of the work record both. */
export interface Actor {
  /** An API key's or user's id, an operator's name, `user` before a user is known, `shopper`, or `system`. */
  readonly who: string
  /** The operation, command or job. */
  readonly what: string
  /** The caller's network address; null if the work did not begin with a network request. */
  readonly address: string | null
  readonly requestId: string | null
}

const actors = new AsyncLocalStorage<Actor>()

/** Runs code on behalf of an actor. */
export const actingAs = <Result>(actor: Actor, run: () => Result): Result => actors.run(actor, run)

/** The actor on whose behalf the running code works; the server itself if no actor was named. */
export const currentActor = (): Actor => actors.getStore() ?? { who: 'system', what: 'server', ...withoutRequest }

/** The network fields of an actor whose work did not start with a request. */
export const withoutRequest = { address: null, requestId: null } as const
