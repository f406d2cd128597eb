import { AsyncLocalStorage } from 'node:async_hooks'

/** Who waits for the requests that are sent meanwhile, and until when. */
export interface Caller {
  /** True if a shopper or a merchant waits: their requests go before those of background work. */
  readonly isUrgent: boolean
  /** Milliseconds of the wall clock until which a request that met a limit is repeated. */
  readonly until: number
  /** Whether nothing more may be sent for the caller. A movement of money that has begun is sent to its end. */
  readonly isHeld?: (() => boolean) | undefined
}

const callers = new AsyncLocalStorage<Caller>()

/** Runs a call to Stripe for a caller. */
export const runCallFor = <Answer>(caller: Caller, call: () => Promise<Answer>): Promise<Answer> =>
  callers.run(caller, call)

/** The caller of the request that is being sent; undefined outside of a call. */
export const currentCaller = (): Caller | undefined => callers.getStore()
