import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { beforeAll } from 'vitest'
import type { CommandInputs, CommandName } from '#server/cli/commands.ts'
import { runCommand } from '#server/cli/run/run-command.ts'
import type { Config } from '#server/config/config.ts'
import { readConfig } from '#server/config/read-config.ts'
import { type RunningServer, startServer } from '#server/wiring/start-server.ts'
import { openTestDatabase, type TestDatabase } from '../databases/databases.ts'
import type { Answer } from './running-service.ts'

/** A server as an operator uses it: it runs the commands that the operator types. */
export interface OperatedServer {
  readonly config: Config
  readonly database: TestDatabase
  readonly server: RunningServer
  /** Runs a command through the running server, as if it was typed. */
  readonly run: <Name extends CommandName>(name: Name, input: CommandInputs[Name]) => Promise<Answer['body']>
}

/** The operator and the reason, for commands that require them. */
export const byOperator = { who: 'Mina', why: 'A story is told.' }

/** A log that discards everything, for servers whose log no story reads. */
export const silentLogger = pino({ level: 'silent' })

/** The server that all tests of a file share, over its own PostgreSQL database; `settings` are added to its environment. */
export const useOperatedServer = (settings: Readonly<Record<string, string>> = {}): OperatedServer => {
  let config: Config
  let database: TestDatabase
  let server: RunningServer
  beforeAll(async () => {
    database = await openTestDatabase('postgresql')
    config = readConfig({
      DATABASE_URL: database.url,
      DATA_DIR: mkdtempSync(join(tmpdir(), 'billing-')),
      SECRET_KEY: 'the secret of a server that has connections',
      PORT: '0',
      RATE_LIMIT: 'off',
      ...settings,
    })
    server = await startServer({ config, logger: silentLogger })
    return async () => {
      await server.close()
      await database.close()
    }
  })
  return {
    get config() {
      return config
    },
    get database() {
      return database
    },
    get server() {
      return server
    },
    run: (name, input) => runCommand(config, silentLogger, name, input),
  }
}
