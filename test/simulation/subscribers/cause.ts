import type { Asked, Mode } from './expected-changes.ts'

/** Who made a transaction: the calculator may know it, because it is what was requested and not the outcome. */
export type Cause =
  /** Workers and completers: they do only what is due or has happened. */
  | { readonly kind: 'machine' }
  /** A subscription is bought; `always` gives a trial to who has had one. */
  | {
      readonly kind: 'subscribe'
      readonly trial: 'once' | 'always'
      readonly quantity: number
      /** The discount that is redeemed; null: none. */
      readonly discount: string | null
    }
  /** The merchant charges for another plan. */
  | { readonly kind: 'charge'; readonly quantity: number }
  /** A plan change, quoted at a moment, which counts until another. */
  | {
      readonly kind: 'change'
      readonly subscription: string
      readonly plan: string
      readonly quantity: number
      readonly mode: Mode
      readonly quotedAt: number
      readonly quotedUntil: number
    }
  /** A merchant asks for a status, another plan without a charge, or both; at a checkout what that costs is quoted at a moment. */
  | {
      readonly kind: 'ask'
      readonly subscription: string
      readonly status: Asked | null
      readonly plan: { readonly id: string; readonly quantity: number } | null
      readonly quotedAt?: number
      readonly quotedUntil?: number
    }
  /** A scheduled change is taken back. */
  | { readonly kind: 'undo'; readonly subscription: string }
  /** A stored method is taken away. */
  | { readonly kind: 'detach'; readonly method: string }
  /** Refunds and the like. */
  | { readonly kind: 'other' }
