import type { Timestamp } from '@billing-checkout/domain'
import type { Logger } from 'pino'
import type { BinDirectory } from '../bins/bin-data.ts'
import type { CardKeys } from '../credentials/card-keys.ts'
import type { ClientTokens } from '../credentials/client-tokens.ts'
import type { RateSource } from '../exchange/exchange-rates.ts'
import type { Observer } from '../logging/observer.ts'
import type { Tracing } from '../logging/tracing.ts'
import type { Breaker } from '../processors/calls/breaker.ts'
import type { Processors } from '../processors/processors.ts'
import type { TaxCalculator } from '../taxes/tax-calculator.ts'
import type { Database } from '../store/database.ts'
import type { Replica } from '../store/lists/replica.ts'
import type { Vault } from '../vault/vault.ts'

/** What all functions of billing work with. Everything is passed in, so that tests pass the real thing or a faithful stand-in. */
export interface Billing {
  readonly database: Database
  /** Where lists are read from if it has come as far as the database. */
  readonly replica?: Replica | undefined
  readonly mode: 'sandbox' | 'live'
  readonly logger: Logger
  /** By connection. An attempt, payment or stored method is only ever sent to the processor of the connection in its row. */
  readonly processors: Processors
  /** By connection: whether renewals may be charged over it (DECISIONS 71). Only due work asks. */
  readonly breakers: ReadonlyMap<string, Breaker>
  readonly rates: RateSource
  readonly bins: BinDirectory
  readonly taxes: TaxCalculator
  readonly cardKeys: CardKeys
  readonly clientTokens: ClientTokens
  readonly vault: Vault
  /** Keys the card fingerprints, so that they mean nothing outside this installation. */
  readonly fingerprintKey: Uint8Array
  /** Seals what webhooks are signed with. */
  readonly webhookKey: Buffer
  /** Makes the audit log's chain, and signs what erasure leaves of its rows. */
  readonly auditKey: Uint8Array
  /** Whether other machines reach this server. */
  readonly isPublic: () => boolean
  /** Addresses and subnets of private networks that webhooks may be sent to. */
  readonly webhooksAllow: readonly string[]
  /** The journal of erasures outside of the database; null or absent: there is none. */
  readonly erasuresFile?: string | null | undefined
  readonly wallClock: () => Timestamp
  readonly observer: Observer
  /** Makes spans; where it is absent nothing is made for them. */
  readonly tracing?: Tracing | undefined
  /** Where shoppers' browsers reach this server, without a slash at the end. */
  readonly publicUrl: () => string
  /** The origin that the card frame has for itself; null where it has the server's own. */
  readonly frameOrigin: () => string | null
}
