import { DatabaseProblem } from '@billing-checkout/database/errors'
import type { Logger } from 'pino'
import { refuseWithoutDatabase } from '../../backup/backup-source.ts'
import type { Config } from '../../config/config.ts'
import { ConfigProblem } from '../../config/read-config.ts'
import { StartProblem } from '../../config/start-problem.ts'
import { examineDatabaseSettingsForLive } from '../../connections/examine-settings-for-live.ts'
import { openApiKeys } from '../../credentials/api-keys.ts'
import { createBilling } from '../../wiring/create-billing.ts'
import { openStore } from '../../wiring/open-store.ts'
import type { CommandInputs, CommandName } from '../commands.ts'
import { examineLiveWithoutDatabase } from '../doctor/examine-live.ts'
import { performCommand } from './perform-command.ts'
import { userName } from './user-name.ts'

/** Runs a command in this process, directly on the store. */
export const runCommandInProcess = async <Name extends CommandName>(
  config: Config,
  logger: Logger,
  command: Name,
  input: CommandInputs[Name],
): Promise<object> => {
  const isAboutLive = command === 'doctor' && 'live' in input && input.live === true
  const unmet = config.mode === 'live' ? examineDatabaseSettingsForLive(config).filter(({ ok }) => !ok) : []
  if (isAboutLive && unmet.length > 0)
    return examineLiveWithoutDatabase(config, 'the database is not named, or its secret is not.')
  if (unmet.length > 0) throw new ConfigProblem(unmet.map(({ message }) => message))
  const isDoctor = command === 'doctor'
  if (isDoctor) refuseWithoutDatabase(config)
  const options = { migrates: command === 'migrate', refusesEmpty: isDoctor }
  const store = await openStore(config, logger, options).catch((error: unknown) => {
    if (isAboutLive && (error instanceof DatabaseProblem || error instanceof StartProblem)) return error.message
    throw error
  })
  if (typeof store === 'string') return examineLiveWithoutDatabase(config, store)
  try {
    const { db } = store.database
    const wallClock = () => new Date().toISOString()
    const { masterSecret } = store
    const billing = await createBilling({
      database: db,
      mode: config.mode,
      masterSecret,
      logger,
      wallClock,
      erasuresFile: config.erasuresFile,
      ...(config.publicUrl !== null && { publicUrl: () => config.publicUrl ?? '' }),
      ...(config.dashboardOrigin !== null && { dashboardOrigin: () => config.dashboardOrigin ?? '' }),
    })
    const apiKeys = openApiKeys(db, masterSecret, config.mode)
    return await performCommand({ config, store, apiKeys, billing, wallClock }, command, input, userName())
  } finally {
    await store.replica?.close()
    await store.database.close()
  }
}
