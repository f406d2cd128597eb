import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { ConfigProblem } from '../config/read-config.ts'
import { examineRoutesForLive } from '../connections/examine-routes-for-live.ts'
import {
  examineDatabaseSettingsForLive,
  examineSettingsForLive,
  type LiveFinding,
} from '../connections/examine-settings-for-live.ts'
import type { Database } from '../store/database.ts'
import type { BillingDependencies } from './create-billing.ts'

interface StartedWith extends Partial<Pick<BillingDependencies, 'processor'>> {
  readonly config: Config
  readonly logger: Logger
}

/** Refuses to start a live server whose settings lack a database or a secret, before anything is created or changed. */
export const refuseLiveWithoutDatabase = (config: Config): void => {
  if (config.mode !== 'live' || examineDatabaseSettingsForLive(config).every(({ ok }) => ok)) return
  throw problemOf([
    ...examineSettingsForLive(config),
    { check: 'connections', ok: false, message: 'Connections are added once there is a database: connection add.' },
  ])
}

/** Refuses to start a live server that lacks a requirement for real money, and logs recommendations. */
export const refuseUnreadyForLive = async (
  { config, processor, logger }: StartedWith,
  database: Database,
): Promise<void> => {
  // If the server is started with its own processor, it needs no connection.
  const routes = processor === undefined ? [await examineRoutesForLive(database)] : []
  const findings = [...examineSettingsForLive(config), ...routes]
  if (findings.some(({ ok }) => !ok)) throw problemOf(findings)
  for (const { check, message, warning } of findings) if (warning) logger.warn({ check }, message)
}

const problemOf = (findings: readonly LiveFinding[]): ConfigProblem =>
  new ConfigProblem(findings.filter(({ ok }) => !ok).map(({ message }) => message))
