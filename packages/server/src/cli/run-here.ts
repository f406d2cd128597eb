import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { createBilling } from '../create-billing.ts'
import { createApiKeys } from '../credentials/api-keys.ts'
import { openStore } from '../open-store.ts'
import type { CommandInputs, CommandName } from './commands.ts'
import { performCommand } from './perform-command.ts'
import { userName } from './user-name.ts'

/** Runs a command in this process, on the store itself. */
export const runHere = async <Name extends CommandName>(
  config: Config,
  logger: Logger,
  command: Name,
  input: CommandInputs[Name],
): Promise<object> => {
  const store = await openStore(config, logger, { migrates: command === 'migrate' })
  try {
    const { db } = store.database
    const wallClock = () => new Date().toISOString()
    const { masterSecret } = store
    const billing = await createBilling({ database: db, mode: config.mode, masterSecret, logger, wallClock })
    const apiKeys = createApiKeys(db, masterSecret, config.mode)
    return await performCommand({ config, store, apiKeys, billing, wallClock }, command, input, userName())
  } finally {
    await store.replica?.close()
    await store.database.close()
  }
}
