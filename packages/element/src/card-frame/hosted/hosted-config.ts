import type { CommonFrameConfig } from '../frame-config.ts'

/** The configuration of a frame for a processor's own fields; all of it is public. */
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
  /** The connected account to act for; null: the key's own account. */
  readonly account: string | null
  /** Allowed sources of Stripe's further scripts, as in the document's Content-Security-Policy. */
  readonly script_sources: readonly string[]
}
