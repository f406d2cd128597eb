import { Refusal } from './refusal.ts'

/** An answer as it goes over the wire. */
export interface WireAnswer {
  readonly status: number
  readonly body: object
  /** Headers in addition to the usual ones. */
  readonly headers?: Readonly<Record<string, string>>
}

interface Entry {
  readonly fingerprint: string
  readonly since: number
  /** Undefined while the first request runs. */
  answer: WireAnswer | undefined
}

/** How many seconds a key is remembered. */
export const keySeconds = 24 * 3600
const keyLengthMax = 255

/** Remembers answers by idempotency key, as Stripe does, including each 500. */
export interface IdempotencyKeys {
  /**
   * The remembered answer; undefined for the first request, which now holds the key. Throws if the key is too long, or if the first request
   * still runs or had another fingerprint.
   */
  take(key: string, fingerprint: string): WireAnswer | undefined
  /** Remembers the answer to the request that holds the key. */
  remember(key: string, answer: WireAnswer): void
  /** Releases the key, because the request was refused before it ran. */
  release(key: string): void
  /** Forgets every key, as happens after a day. */
  forget(): void
}

/** Starts without any keys. */
export const idempotencyKeys = (wall: () => Date): IdempotencyKeys => {
  const entries = new Map<string, Entry>()
  return {
    take(key, fingerprint) {
      if (key.length > keyLengthMax)
        throw new Refusal(400, { type: 'idempotency_error', message: 'An idempotency key has at most 255 characters.' })
      const entry = entries.get(key)
      if (entry === undefined || wall().getTime() / 1000 - entry.since > keySeconds) {
        entries.set(key, { fingerprint, since: wall().getTime() / 1000, answer: undefined })
        return undefined
      }
      if (entry.fingerprint !== fingerprint)
        throw new Refusal(400, {
          type: 'idempotency_error',
          message: `Keys for idempotent requests can only be used with the same endpoint and parameters. Use another key than '${key}' for another request.`,
        })
      if (entry.answer === undefined)
        throw new Refusal(409, {
          type: 'idempotency_error',
          code: 'idempotency_key_in_use',
          message: `A request with the idempotency key '${key}' is still running.`,
        })
      return entry.answer
    },
    remember(key, answer) {
      const entry = entries.get(key)
      if (entry !== undefined) entry.answer = answer
    },
    release: (key) => void entries.delete(key),
    forget: () => entries.clear(),
  }
}
