import { setTimeout as pause } from 'node:timers/promises'

/**
 * Faults that a test can inject. `cut_*`: the connection breaks, before or after the request runs. `error_*`: a 500, before or after the
 * request runs; the idempotency key remembers this answer. `rate_limit`: a 429, which is not remembered. `forbidden`: the key lacks the
 * permission.
 */
export type FaultKind =
  | 'cut_before'
  | 'cut_after'
  | 'error_before'
  | 'error_after'
  | 'rate_limit'
  | 'forbidden'
  | InjectedRefusal

/** A 400 with this code and parameter; Stripe may leave out either. */
export interface InjectedRefusal {
  readonly code?: string
  readonly param?: string
}

/** The method and path of a request, such as `POST /v1/payment_intents` or `POST /v1/payment_intents/:id/confirm`. */
export type RequestName = string

/** A request that the test holds back after its arrival, before it runs. */
export interface HeldRequest {
  /** Resolves when the request has arrived and taken its key. */
  readonly arrived: Promise<void>
  /** Lets the request run. */
  release(): void
}

/** Faults that are waiting for their requests. */
export interface InjectedFaults {
  /** Makes the next `times` requests of this name fail; with `holding`, only requests whose parameters contain that text. */
  fail(name: RequestName, kind: FaultKind, times?: number, holding?: string): void
  /** Holds back the next request of this name until the test releases it. */
  hold(name: RequestName): HeldRequest
  /** Takes the next fault for a request. */
  next(name: RequestName, form?: string): FaultKind | undefined
  /** Waits until the request may run, if the test holds it back. */
  waitIfHeld(name: RequestName): Promise<void>
}

/** Starts without faults; every POST takes at least `latency` milliseconds. */
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
