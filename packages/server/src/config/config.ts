import type { Mode } from './mode.ts'

/** Log levels, from the least to the most output. */
export const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

/** A log level. */
export type LogLevel = (typeof logLevels)[number]

/** The OpenID Connect provider with which users of the dashboard may sign in. */
export interface IdentityProviderSettings {
  /** The issuer, exactly as in the provider's ID tokens. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** The provider's name on the button of the sign-in page. */
  readonly name: string
}

/** The settings of a server, all read from the environment. */
export interface Config {
  readonly mode: Mode
  /** The address to listen on. */
  readonly host: string
  /** The port to listen on; 0: any free one. */
  readonly port: number
  /** For how many seconds a server keeps serving requests after SIGTERM, while `/readyz` answers 503. */
  readonly drainSeconds: number
  /** The address at which shoppers and merchants reach the server, without a trailing slash; null: the address on which it listens. */
  readonly publicUrl: string | null
  /** Whether the server serves its own pages, such as `/pay` and the dashboard. */
  readonly hostedPages: 'on' | 'off'
  /** The card frame's own origin; `none`: it uses the server's; null: it depends on the mode and the addresses. */
  readonly frameOrigin: string | 'none' | null
  /** The dashboard's own origin; null: that of `publicUrl`. */
  readonly dashboardOrigin: string | null
  /** The address of PostgreSQL; null: the embedded database in `dataDir`. */
  readonly databaseUrl: string | null
  /** Whether an embedded database is allowed in live mode. */
  readonly embeddedInLive: boolean
  /** The address of a PostgreSQL replica from which lists are read; null: there is none. */
  readonly databaseReplicaUrl: string | null
  readonly dataDir: string
  /** The master secret; null: the server makes one and stores it in `dataDir`. */
  readonly secretKey: string | null
  /** The former master secret, while the secret is being changed. */
  readonly secretKeyPrevious: string | null
  readonly logLevel: LogLevel
  /** Origins that may embed the first organization's checkout; null: the organization starts without a list. */
  readonly allowedOrigins: readonly string[] | null
  /** The most requests a minute for each API key, user and session, and for each network address without any of these. */
  readonly rateLimit: number | 'off'
  /** Proxies whose `X-Forwarded-For` header is trusted. */
  readonly trustedProxies: readonly string[]
  /** The path of the operator's own exchange rates; null: the bundled rates. */
  readonly ratesFile: string | null
  /** The path of the operator's own card ranges; null: only brands are known. */
  readonly binsFile: string | null
  /** The source of tax rates for places that `taxesFile` does not mention. */
  readonly taxes: 'bundled' | 'none'
  /** The path of the operator's own tax rates; null: only those of `taxes`. */
  readonly taxesFile: string | null
  /** How many whole months of events are kept in addition to the current one; null: all of them. */
  readonly eventMonthsKept: number | null
  /** How many whole months of the audit log are kept in addition to the current one; null: all of them. */
  readonly auditMonthsKept: number | null
  /** The path of the journal of erasures, which a restore repeats; null: there is none. */
  readonly erasuresFile: string | null
  /** Addresses and subnets of private networks that webhooks may be sent to. */
  readonly webhooksAllow: readonly string[]
  /** The token that requests for `/metrics` need; null: the server has no `/metrics`. */
  readonly metricsToken: string | null
  /** The mail server's address, with the password; null: there is none. */
  readonly smtpUrl: string | null
  /** The sender address of emails to customers; required with a mail server. */
  readonly mailFrom: string | null
  /** The identity provider with which users may also sign in; null: there is none. */
  readonly identityProvider: IdentityProviderSettings | null
  /** Where trace spans are sent. */
  readonly tracing: 'opentelemetry' | 'none'
}
