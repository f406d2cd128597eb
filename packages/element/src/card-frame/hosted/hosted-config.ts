import type { CommonFrameConfig } from '../frame-config.ts'

/** The configuration of a frame with a processor's own fields; all of it is public. */
export interface HostedFrameConfig extends CommonFrameConfig {
  /** The connection that tokens of these fields belong to. */
  readonly connection: string
  readonly hosted: HostedScript
}

/** Stripe's script, and for whom it is used. */
export interface HostedScript {
  readonly fields: 'stripe'
  /** The script, from Stripe's own server. */
  readonly script_url: string
  readonly publishable_key: string
  /** The account that the key acts for; null for the key's own. */
  readonly account: string | null
  /** Where further scripts of Stripe's may come from, as the document's policy has them. */
  readonly script_sources: readonly string[]
}
