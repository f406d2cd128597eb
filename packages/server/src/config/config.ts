import type { Mode } from './mode.ts'

/** How much is logged, from least to most. */
export const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const

/** How much is logged. */
export type LogLevel = (typeof logLevels)[number]

/** What an operator decides about a server; all of it comes from the environment. */
export interface Config {
  readonly mode: Mode
  /** The address to listen on. */
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  /** Where shoppers and merchants reach the server, without a slash at the end; null: where it listens. */
  readonly publicUrl: string | null
  /** PostgreSQL; null: the embedded database in `dataDir`. */
  readonly databaseUrl: string | null
  readonly dataDir: string
  /** The master secret; null: one is made and kept in `dataDir`. */
  readonly secretKey: string | null
  /** The master secret so far, when it is being changed. */
  readonly secretKeyPrevious: string | null
  readonly logLevel: LogLevel
  /** Origins that the first organization allows to embed its checkout; null: it begins without a list. */
  readonly allowedOrigins: readonly string[] | null
  /** Requests a minute for every key, session and, for who has neither, address. */
  readonly rateLimit: number | 'off'
  /** Proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[]
  /** The operator's own exchange rates; null: those that come with the installation. */
  readonly ratesFile: string | null
  /** The operator's own card ranges; null: brands only. */
  readonly binsFile: string | null
  /** What knows tax rates where `taxesFile` does not. */
  readonly taxes: 'bundled' | 'none'
  /** The operator's own tax rates; null: only those of `taxes`. */
  readonly taxesFile: string | null
  /** What reads `/metrics`; null: nobody does. */
  readonly metricsToken: string | null
}
