import { AsyncLocalStorage } from 'node:async_hooks'

/** Who does something, and by what; whatever is written meanwhile says so. */
export interface Actor {
  /** An API key's id, `shopper`, `system`, or an operator's name. */
  readonly who: string
  /** The operation, command or job. */
  readonly what: string
  /** The caller's network address; null if the work did not begin with a network request. */
  readonly address: string | null
  readonly requestId: string | null
}

const actors = new AsyncLocalStorage<Actor>()

/** Does something in an actor's name. */
export const actingAs = <Result>(actor: Actor, run: () => Result): Result => actors.run(actor, run)

/** The actor in whose name the running code works; the server itself if none was named. */
export const currentActor = (): Actor => actors.getStore() ?? { who: 'system', what: 'server', ...fromNowhere }

/** The network part of an actor whose work no request began. */
export const fromNowhere = { address: null, requestId: null } as const
