import { Problem, type ProblemCode, type ProblemDetail } from '@billing-checkout/contract'
import { once } from 'node:events'
import { chmod, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { json } from 'node:stream/consumers'
import { makePrivateFolder } from '@billing-checkout/database/embedded'
import { DatabaseProblem, databaseTroubleOf } from '@billing-checkout/database/errors'
import { StartProblem } from '../../config/start-problem.ts'
import type { Mode } from '../../config/mode.ts'
import { refuseOtherMode } from '../../store/bind-database-to-mode.ts'
import type { CommandContext } from '../command-context.ts'
import type { CommandInputs, CommandName } from '../commands.ts'
import { controlSocketOf, fingerprintOfDatabase } from './control-socket.ts'
import { performCommand } from './perform-command.ts'

/** The reply on the control socket; `elsewhere`: this server has another database. */
export type CommandReply =
  | { readonly answer: object }
  | { readonly refused: string; readonly code?: ProblemCode; readonly details?: readonly ProblemDetail[] }
  | { readonly elsewhere: true }

/**
 * Runs commands of the command line in this process while it serves. Only this process can open its embedded database, and it has
 * processors that the command line does not know. If several servers share a data folder, which only PostgreSQL allows, the first server
 * runs the commands. Returns the function that stops this.
 */
export const serveCommands = async (dataDir: string, context: CommandContext): Promise<() => Promise<void>> => {
  const path = controlSocketOf(dataDir)
  if (await isServerListening(path)) return () => Promise.resolve()
  makePrivateFolder(dataDir)
  // The process that left this socket behind has ended.
  await rm(path, { force: true })
  const server = createServer((request, response) => void reply(context, request, response))
  server.listen(path)
  await once(server, 'listening')
  if (process.platform !== 'win32') await chmod(path, 0o600)
  return async () => {
    server.close()
    server.closeAllConnections()
    await rm(path, { force: true })
  }
}

const isServerListening = async (path: string): Promise<boolean> => {
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

const reply = async (context: CommandContext, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const answer = await run(context, request)
  response.writeHead(200, { 'Content-Type': 'application/json', Connection: 'close' }).end(JSON.stringify(answer))
}

const run = async (context: CommandContext, request: IncomingMessage): Promise<CommandReply> => {
  try {
    const { command, input, mode, database, typedBy } = (await json(request)) as {
      command: CommandName
      input: CommandInputs[CommandName]
      mode?: Mode
      database?: string
      typedBy?: string
    }
    if (database !== undefined && database !== fingerprintOfDatabase(context.config.databaseUrl))
      return { elsewhere: true }
    await refuseOtherMode(context.store.database.db, mode ?? context.config.mode)
    return { answer: await performCommand(context, command, input, typedBy ?? 'operator') }
  } catch (error) {
    return {
      ...(error instanceof Problem && { code: error.code, details: error.details }),
      refused: [Problem, DatabaseProblem, StartProblem].some((kind) => error instanceof kind)
        ? (error as Error).message
        : (databaseTroubleOf(error)?.sentence ?? `The server failed at it: ${String(error)}`),
    }
  }
}
