import type { Timestamp } from '@billing-checkout/domain'
import type { Config } from '../config/config.ts'
import type { AssembledBilling } from '../wiring/create-billing.ts'
import type { ApiKeys } from '../credentials/api-keys.ts'
import type { Store } from '../wiring/open-store.ts'

/** The parts that commands use, in a server or in the command line itself. */
export interface CommandContext {
  readonly config: Config
  readonly store: Store
  readonly apiKeys: ApiKeys
  readonly billing: AssembledBilling
  readonly wallClock: () => Timestamp
  /** The process that runs the command; absent: the command line. */
  readonly answeredBy?: 'server' | 'command'
}

/**
 * Commands by name. Each gets its argument and options as parsed by the command line. Inputs and results contain only JSON values, because
 * they also cross the control socket.
 */
export type CommandTable = Readonly<Record<string, (context: CommandContext, input: never) => Promise<object>>>
