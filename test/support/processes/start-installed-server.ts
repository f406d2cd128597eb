import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { bareEnvironment } from './bare-environment.ts'

/** A server started by the installed package's command. */
export interface InstalledServer {
  readonly process: ChildProcess
  readonly url: string
  /** Stops the server and returns its exit code. */
  stop(): Promise<unknown>
}

/** Starts the server that is installed in a folder, and waits until it prints its address. */
export const startInstalledServer = async (folder: string, dataDir: string): Promise<InstalledServer> => {
  const server = spawn(join(folder, 'node_modules/.bin/billing-checkout'), ['serve'], {
    cwd: folder,
    env: {
      ...bareEnvironment,
      HOME: folder,
      PORT: '0',
      DATA_DIR: dataDir,
      DRAIN_SECONDS: '0',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const url = await firstUrl(server)
  // A full pipe would block the server.
  for (const stream of [server.stdout, server.stderr]) stream.resume()
  return {
    process: server,
    url,
    async stop() {
      server.kill('SIGTERM')
      return (await once(server, 'exit'))[0]
    },
  }
}

const firstUrl = async (server: ChildProcess): Promise<string> => {
  for await (const line of createInterface({ input: server.stdout! })) {
    const url = /http:\/\/[\w.:[\]-]+/.exec(line)?.[0]
    if (url !== undefined) return url
  }
  server.kill('SIGKILL')
  throw new Error('The server ended without saying where it is.')
}
