import type { Timestamp } from '@billing-checkout/domain'
import type { Config } from '../config/config.ts'
import type { AssembledBilling } from '../wiring/create-billing.ts'
import type { ApiKeys } from '../credentials/api-keys.ts'
import type { Store } from '../wiring/open-store.ts'

/** What commands work with, whether a server runs them or the command line itself. */
export interface CommandContext {
  readonly config: Config
  readonly store: Store
  readonly apiKeys: ApiKeys
  readonly billing: AssembledBilling
  readonly wallClock: () => Timestamp
  /** Which process runs the command; the command line unless it is given. */
  readonly answeredBy?: 'server' | 'command'
}
