import { Problem } from '@billing-checkout/contract'
import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseProblem } from '@billing-checkout/database/errors'
import type { Logger } from 'pino'
import type { Config } from '../../config/config.ts'
import type { CommandInputs, CommandName } from '../commands.ts'
import { controlSocketOf, fingerprintOfDatabase } from './control-socket.ts'
import type { CommandReply } from './serve-commands.ts'
import { userName } from './user-name.ts'

/**
 * Runs a command through the server of this data folder and database if one runs; otherwise in this process. A starting server opens the
 * folder before it listens, so if another process has the folder open, the command waits up to a quarter of a minute.
 */
export const runCommand = async <Name extends CommandName>(
  config: Config,
  logger: Logger,
  command: Name,
  input: CommandInputs[Name],
): Promise<object> => {
  // On PostgreSQL, `migrate` always runs here, because a running server already has its own schema and this process is the newer version.
  const answer =
    command === 'migrate' && config.databaseUrl !== null ? undefined : await askServer(config, command, input)
  if (answer !== undefined) return answer
  const { runCommandInProcess } = await import('./run-command-in-process.ts')
  for (const began = performance.now(); ; await wait(askAgainMillis)) {
    const here = await runCommandInProcess(config, logger, command, input).catch(unlessLocked)
    if (!(here instanceof DatabaseProblem)) return here
    const later = await askServer(config, command, input)
    if (later !== undefined) return later
    if (performance.now() - began > startMillisMax) throw here
  }
}

const askAgainMillis = 250
const startMillisMax = 15_000

const unlessLocked = (error: unknown): DatabaseProblem => {
  if (error instanceof DatabaseProblem && error.code === 'data_dir_locked') return error
  throw error
}

/** Asks the server of this data folder and database to run a command; `undefined` if no such server runs. */
export const askServer = async <Name extends CommandName>(
  { dataDir, databaseUrl, mode }: Config,
  command: Name,
  input: CommandInputs[Name],
): Promise<object | undefined> => {
  const database = fingerprintOfDatabase(databaseUrl)
  const reply = await send(dataDir, { command, input, mode, database, typedBy: userName() })
  if (reply === undefined || 'elsewhere' in reply) return undefined
  if ('refused' in reply)
    throw new Problem(reply.code ?? 'invalid_parameter', reply.refused, { details: reply.details ?? [] })
  return reply.answer
}

/**
 * Errors of connecting that mean that no server listens on the socket. If the real cause is a folder that is missing or belongs to another
 * user, opening the database reports this cause.
 */
const noServerErrors = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTSOCK', 'EACCES', 'EPERM', 'ENOTDIR'])

const send = (dataDir: string, message: object): Promise<CommandReply | undefined> =>
  new Promise((resolve, reject) => {
    const asking = request({ socketPath: controlSocketOf(dataDir), method: 'POST' })
    asking.on('response', (response) => resolve(json(response) as Promise<CommandReply>))
    asking.on('error', (error: NodeJS.ErrnoException) =>
      noServerErrors.has(error.code ?? '') ? resolve(undefined) : reject(error),
    )
    asking.end(JSON.stringify(message))
  })
