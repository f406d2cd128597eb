import type { CommonFrameConfig } from '../frame-config.ts'

/** The configuration of a frame with a processor's own card fields; all of it is public. */
export interface HostedFrameConfig extends CommonFrameConfig {
  /** The connection for which these fields create tokens. */
  readonly connection: string
  readonly hosted: HostedScript
}

/** Stripe's script, and the account that it works for. */
export interface HostedScript {
  readonly fields: 'stripe'
  /** The address of the script at Stripe's own server. */
  readonly script_url: string
  readonly publishable_key: string
  /** The connected Stripe account to act for; null: the key's own account. */
  readonly account: string | null
  /** Sources from which Stripe's script may load further scripts, as in the document's Content-Security-Policy. */
  readonly script_sources: readonly string[]
}
