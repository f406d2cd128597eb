import { fork } from 'node:child_process'
import { once } from 'node:events'

/** A server in a separate process. */
export interface ServerProcess {
  readonly url: string
  /** Everything that the process has printed to stdout and stderr. */
  printed(): string
  hasEnded(): boolean
  makeOrganization(): Promise<{ readonly organizationId: string; readonly key: string }>
  /** The number of unfinished attempts to move money. */
  countOpen(): Promise<number>
  /** Ends the process without warning, like a power cut. */
  kill(): Promise<void>
  /** Shuts the server down after it has finished its current work. */
  stop(): Promise<void>
}

/** The script that runs in the process. */
export const serverScript: URL = new URL('serve-until-killed.ts', import.meta.url)

/** Starts a server with these settings; resolves when it listens. */
export const startServerProcess = async (
  settings: Readonly<Record<string, string>>,
  script: URL = serverScript,
): Promise<ServerProcess> => {
  const child = fork(script, {
    env: { ...process.env, MODE: 'sandbox', PORT: '0', RATE_LIMIT: 'off', ...settings },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const lines: string[] = []
  for (const output of [child.stdout!, child.stderr!])
    output.on('data', (chunk: Buffer) => lines.push(chunk.toString()))
  const exited = once(child, 'exit')
  const hear = async (): Promise<unknown> => {
    const [heard] = (await Promise.race([once(child, 'message'), exited])) as [{ readonly answer: unknown } | number]
    if (heard === null || typeof heard !== 'object') throw new Error(`The server ended: ${lines.join('')}`)
    return heard.answer
  }
  const ask = <Answer>(question: string): Promise<Answer> => {
    child.send(question)
    return hear() as Promise<Answer>
  }
  const url = (await hear()) as string
  return {
    url,
    printed: () => lines.join(''),
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    makeOrganization: () => ask('makeOrganization'),
    countOpen: () => ask('countOpen'),
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    async stop() {
      child.send('stop')
      await exited
    },
  }
}
