import type { Cause } from './cause.ts'
import type { Mode } from './expected-changes.ts'

/** The mode of a change, and the time at which the change or return was quoted: `now` for a charge by the merchant or an expired quote. */
export const quotedTermsOf = (cause: Cause, now: number): { readonly mode: Mode; readonly at: number } => {
  const { quotedAt = now, quotedUntil = now } = cause.kind === 'change' || cause.kind === 'ask' ? cause : {}
  return { mode: cause.kind === 'change' ? cause.mode : 'prorated_immediately', at: now < quotedUntil ? quotedAt : now }
}
