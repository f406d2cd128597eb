import { setTimeout as pause } from 'node:timers/promises'

/**
 * What can go wrong with a request. `cut_*`: the connection breaks, before the request ran or after. `error_*`: a 500, which is
 * remembered under its key either way. `rate_limit`: a 429, which is not. `forbidden`: the key lacks the permission.
 */
export type FaultKind =
  | 'cut_before'
  | 'cut_after'
  | 'error_before'
  | 'error_after'
  | 'rate_limit'
  | 'forbidden'
  | Refused

/** A 400 with this code and parameter, either of which Stripe may leave out. */
export interface Refused {
  readonly code?: string
  readonly param?: string
}

/** Which requests: the method and path, like `POST /v1/payment_intents` or `POST /v1/payment_intents/:id/confirm`. */
export type RequestName = string

/** Holds a request back between its arrival and its execution. */
export interface HeldRequest {
  /** Resolves when the request has arrived; its key is taken from then on. */
  readonly arrived: Promise<void>
  /** Lets it run. */
  release(): void
}

/** Faults that wait for their requests. */
export interface InjectedFaults {
  /** The next so many requests of this name meet the fault, of those whose parameters hold this text if there is one. */
  fail(name: RequestName, kind: FaultKind, times?: number, holding?: string): void
  /** The next request of this name is held back until it is released. */
  hold(name: RequestName): HeldRequest
  /** The fault that a request meets; it is used up by that. */
  next(name: RequestName, form?: string): FaultKind | undefined
  /** Waits where a request is held back. */
  waitIfHeld(name: RequestName): Promise<void>
}

/** No faults yet; every request takes so many milliseconds. */
export const injectedFaults = (latency = 0): InjectedFaults => {
  const faults: { readonly name: RequestName; readonly kind: FaultKind; readonly holding: string }[] = []
  const gates = new Map<RequestName, { readonly arrive: () => void; readonly opened: Promise<void> }>()
  return {
    fail(name, kind, times = 1, holding = '') {
      for (let left = times; left > 0; left -= 1) faults.push({ name, kind, holding })
    },
    hold(name) {
      const [arrived, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      gates.set(name, { arrive: arrived.resolve, opened: opened.promise })
      return { arrived: arrived.promise, release: opened.resolve }
    },
    next(name, form) {
      const place = faults.findIndex(
        (fault) => fault.name === name && (form === undefined || form.includes(fault.holding)),
      )
      return place === -1 ? undefined : faults.splice(place, 1)[0]?.kind
    },
    async waitIfHeld(name) {
      if (latency > 0 && name.startsWith('POST')) await pause(latency)
      const gate = gates.get(name)
      if (gate === undefined) return
      gates.delete(name)
      gate.arrive()
      await gate.opened
    },
  }
}
