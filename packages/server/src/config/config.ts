import type { Mode } from './mode.ts'

/** How much is logged, from least to most. */
export const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

/** How much is logged. */
export type LogLevel = (typeof logLevels)[number]

/** The OpenID Connect provider that users of the dashboard may sign in with. */
export interface IdentityProviderSettings {
  /** As the provider writes it in its ID tokens. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Its name on the button of the sign-in page. */
  readonly name: string
}

/** The settings of a server; all of them come from the environment. */
export interface Config {
  readonly mode: Mode
  /** The address to listen on. */
  readonly host: string
  /** The port to listen on; 0: any free one. */
  readonly port: number
  /** How long a server keeps answering after SIGTERM, with `/readyz` at 503. */
  readonly drainSeconds: number
  /** The address at which shoppers and merchants reach the server, without a trailing slash; null: the address on which it listens. */
  readonly publicUrl: string | null
  /** Whether the server serves pages of its own for shoppers, such as `/pay`. */
  readonly hostedPages: 'on' | 'off'
  /** The origin that the card frame has for itself; `none`: it has the server's own; null: what the mode makes of it. */
  readonly frameOrigin: string | 'none' | null
  /** The origin that the dashboard has for itself; null: that of `publicUrl`. */
  readonly dashboardOrigin: string | null
  /** The address of PostgreSQL; null: the embedded database in `dataDir`. */
  readonly databaseUrl: string | null
  /** Whether live money may be kept in the embedded database. */
  readonly embeddedInLive: boolean
  /** The address of a replica of it that lists are read from; null: there is none. */
  readonly databaseReplicaUrl: string | null
  readonly dataDir: string
  /** The master secret; null: one is made and stored in `dataDir`. */
  readonly secretKey: string | null
  /** The former master secret, while it is being changed. */
  readonly secretKeyPrevious: string | null
  readonly logLevel: LogLevel
  /** Origins that the first organization allows to embed its checkout; null: it begins without a list. */
  readonly allowedOrigins: readonly string[] | null
  /** Requests a minute for every key, every session, and every address of callers who have neither. */
  readonly rateLimit: number | 'off'
  /** Proxies whose `X-Forwarded-For` header is trusted. */
  readonly trustedProxies: readonly string[]
  /** The operator's own exchange rates; null: those that come with the installation. */
  readonly ratesFile: string | null
  /** The operator's own card ranges; null: brands only. */
  readonly binsFile: string | null
  /** The source of tax rates for places that `taxesFile` does not mention. */
  readonly taxes: 'bundled' | 'none'
  /** The operator's own tax rates; null: only those of `taxes`. */
  readonly taxesFile: string | null
  /** How many whole months of events are kept in addition to the current one; null: all of them. */
  readonly eventMonthsKept: number | null
  /** How many whole months of the audit log are kept in addition to the current one; null: all of them. */
  readonly auditMonthsKept: number | null
  /** The journal of erasures, which a restored backup is compared with; null: there is none. */
  readonly erasuresFile: string | null
  /** Addresses and subnets of private networks that webhooks may be sent to. */
  readonly webhooksAllow: readonly string[]
  /** The token that `/metrics` asks for; null: there is no `/metrics`. */
  readonly metricsToken: string | null
  /** The mail server, with its password; null: there is none. */
  readonly smtpUrl: string | null
  /** The address that emails to customers come from; null with a mail server is refused. */
  readonly mailFrom: string | null
  /** The provider by which users may also sign in; null: there is none. */
  readonly identityProvider: IdentityProviderSettings | null
  /** The destination of trace spans. */
  readonly tracing: 'opentelemetry' | 'none'
}
