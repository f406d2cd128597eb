import { AsyncLocalStorage } from 'node:async_hooks'

/** The party that waits for Stripe's answer, and how long it can wait. */
export interface Caller {
  /** Whether a shopper or a merchant waits. Urgent requests are sent before those of background work. */
  readonly isUrgent: boolean
  /** Until when a request that met a limit is retried, in milliseconds of the wall clock. */
  readonly until: number
  /**
   * Returns true if the connection is paused or disabled, so that nothing more may be sent. Absent for urgent calls and for charges, which
   * are completed once started.
   */
  readonly isStopped?: (() => boolean) | undefined
}

const callers = new AsyncLocalStorage<Caller>()

/** Makes a call to Stripe on behalf of a caller. */
export const runForCaller = <Answer>(caller: Caller, call: () => Promise<Answer>): Promise<Answer> =>
  callers.run(caller, call)

/** The caller on whose behalf the present request is sent; undefined outside of `runForCaller`. */
export const currentCaller = (): Caller | undefined => callers.getStore()
