import type { Timestamp } from '@billing-checkout/domain'
import type { Logger } from 'pino'
import type { BinDirectory } from '../bins/bin-data.ts'
import type { CardKeys } from '../credentials/card-keys.ts'
import type { ClientTokens } from '../credentials/client-tokens.ts'
import type { IdentityProvider } from '../credentials/identities/identity-provider.ts'
import type { ExchangeRateSource } from '../exchange/exchange-rates.ts'
import type { Mailer } from '../emails/mailer.ts'
import type { Observer } from '../logging/observer.ts'
import type { Tracing } from '../logging/tracing.ts'
import type { Connections } from '../connections/registry.ts'
import type { Breaker } from '../processors/calls/breaker.ts'
import type { Processors } from '../processors/processors.ts'
import type { TaxCalculator } from '../taxes/tax-calculator.ts'
import type { Database } from '../store/database.ts'
import type { AttemptRow } from '../store/rows.ts'
import type { Replica } from '../store/lists/replica.ts'
import type { Vault } from '../vault/vault.ts'
import type { AnsweredAttempt, FinishedPayment } from './answered-attempt.ts'

/** The collaborators of all billing functions. They are passed in, so that a test can pass real collaborators or stand-ins. */
export interface Billing {
  readonly database: Database
  /**
   * The functions that apply the final outcome of an attempt to its payment, by the attempt's kind. Each runs in the transaction that
   * closes the attempt, under the locks on attempt and payment. `billing/attempts` makes the calls to processors and calls these functions;
   * `billing/outcomes` implements them.
   */
  readonly finishers: Readonly<
    Record<AttemptRow['kind'], (billing: Billing, answered: AnsweredAttempt) => Promise<FinishedPayment>>
  >
  /** The replica from which lists are read, unless the replica lags behind `database`. */
  readonly replica?: Replica | undefined
  readonly mode: 'sandbox' | 'live'
  readonly logger: Logger
  /** The processors by connection. An attempt, payment or stored method uses only the processor of the connection in its row. */
  readonly processors: Processors
  /**
   * Opens connections (accounts at processors) and notices changes to them; `processors` contains the connections that this server has
   * opened.
   */
  readonly connections: Connections
  /**
   * The circuit breakers by connection. A breaker decides whether renewals may be charged over its connection, and whether sealed cards
   * take another route.
   */
  readonly breakers: ReadonlyMap<string, Breaker>
  readonly rates: ExchangeRateSource
  readonly bins: BinDirectory
  readonly taxes: TaxCalculator
  readonly cardKeys: CardKeys
  readonly clientTokens: ClientTokens
  readonly vault: Vault
  /**
   * The key of the fingerprints of methods and of the hashes of network addresses, which are therefore worthless outside this installation.
   */
  readonly fingerprintKey: Uint8Array
  /** Encrypts the secrets that webhooks are signed with. */
  readonly webhookKey: Buffer
  /** Signs the forms of our pages, and seals links in stored answers and the contents of links in emails. */
  readonly pagesKey: Buffer
  /** Makes the audit log's hash chain, and signs the rows that an erasure changed. */
  readonly auditKey: Uint8Array
  /** Whether other machines reach this server. */
  readonly isPublic: () => boolean
  /** Starts to send to every webhook endpoint with unsent events, and does not wait for the results. */
  readonly sendWebhooks: () => Promise<void>
  /** Addresses and subnets of private networks that webhooks may be sent to. */
  readonly webhooksAllow: readonly string[]
  /** The file that journals erasures outside of the database; null or absent if there is none. */
  readonly erasuresFile?: string | null | undefined
  /** Hands emails over; null in live mode without a mail server. */
  readonly mailer: Mailer | null
  /** The circuit breaker that decides whether due work may hand emails to the mailer. */
  readonly mailBreaker: Breaker
  readonly wallClock: () => Timestamp
  readonly observer: Observer
  /** Makes spans; absent if tracing is off. */
  readonly tracing?: Tracing | undefined
  /** The base URL at which shoppers' browsers reach this server, without a trailing slash. */
  readonly publicUrl: () => string
  /** The base URL of the dashboard: its own origin, or `publicUrl`. */
  readonly dashboardOrigin: () => string
  /** The identity provider by which dashboard users may also sign in; null if there is none. */
  readonly identityProvider: IdentityProvider | null
  /** The card frame's own origin; null if the frame uses the server's origin. */
  readonly frameOrigin: () => string | null
  /**
   * Whether the server serves its own pages to shoppers: 'off' if the operator switched them off, 'not built' if the element is missing.
   */
  readonly hostedPages: 'on' | 'off' | 'not built'
}
