import type { Cause } from './cause.ts'
import type { Mode } from './expected-changes.ts'

/** How a change is billed, and the moment it is quoted at; a merchant's own charge is quoted when it is made. */
export const quoteOf = (cause: Cause, now: number): { readonly mode: Mode; readonly at: number } =>
  cause.kind === 'change'
    ? { mode: cause.mode, at: now < cause.quotedUntil ? cause.quotedAt : now }
    : { mode: 'prorated_immediately', at: now }
