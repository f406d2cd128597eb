import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

/** A script that Node.js runs. */
export interface Script {
  /** The script and its arguments. */
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** A server in a separate process. */
export interface StartedPeer {
  readonly pid: number
  end(): Promise<void>
}

const secondsToStart = 120

/** Runs a script to its end. If it fails, throws with the end of its output. */
export const runScript = async (script: Script): Promise<void> => {
  const { child, lastWords } = start(script)
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`${script.args.join(' ')} ended with ${code}:\n${lastWords()}`)
}

/** Starts a server and waits until it answers `/health` on its port. If the server does not answer, throws with the end of its output. */
export const startServer = async (script: Script, port: number): Promise<StartedPeer> => {
  const { child, lastWords } = start(script)
  const end = async () => {
    if (hasEnded(child)) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  const isHealthy = () =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  const latest = performance.now() + secondsToStart * 1000
  while (!(await isHealthy())) {
    if (!hasEnded(child) && performance.now() < latest) await wait(200)
    else {
      await end()
      throw new Error(`${script.args.join(' ')} did not start:\n${lastWords()}`)
    }
  }
  return { pid: child.pid!, end }
}

/** A local port on which nothing listens. */
export const findFreePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { readonly port: number }
  server.close()
  await once(server, 'close')
  return port
}

const start = ({ args, cwd, env }: Script): { readonly child: ChildProcess; readonly lastWords: () => string } => {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      said = (said + chunk).slice(-3000)
    })
  return { child, lastWords: () => said.trim() }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null
