import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A command that runs in a folder, including the processes that it has started. */
export interface RunningCommand {
  readonly process: ChildProcess
  /** What the command has printed so far, including errors. */
  printed(): string
  /** Kills the command and the processes that it has started. */
  kill(): void
}

const root = fileURLToPath(new URL('../../..', import.meta.url))
const patienceSeconds = 300

/** The environment of a terminal outside the repository: without Vitest's variables, and without the repository's programs except Node. */
const environment = (): NodeJS.ProcessEnv => {
  const { NODE_ENV: _, MODE: __, PATH = '', ...others } = process.env
  const folders = PATH.split(delimiter).filter((folder) => !folder.startsWith(join(root, 'node_modules')))
  return {
    ...others,
    PATH: [dirname(process.execPath), ...folders].join(delimiter),
    NEXT_TELEMETRY_DISABLED: '1',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_prefer_offline: 'true',
    npm_config_update_notifier: 'false',
  }
}

/** Starts a command in a folder, as though typed in a terminal. */
export const startCommand = (folder: string, command: string, settings: NodeJS.ProcessEnv = {}): RunningCommand => {
  const child = spawn('sh', ['-c', command], {
    cwd: folder,
    env: { ...environment(), ...settings },
    // A process group of its own, because npm does not pass every signal on.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (printed += text.toString()))
  return { process: child, printed: () => printed, kill: () => killGroup(child) }
}

/** Runs a command in a folder and returns what it prints. Throws if it fails, or has not ended after five minutes. */
export const runCommand = async (folder: string, command: string, settings?: NodeJS.ProcessEnv): Promise<string> => {
  const running = startCommand(folder, command, settings)
  const signal = AbortSignal.timeout(patienceSeconds * 1000)
  const [code] = (await once(running.process, 'close', { signal }).catch(() => [null])) as [number | null]
  if (code === 0) return running.printed()
  running.kill()
  const end = signal.aborted ? `has not ended after ${patienceSeconds} seconds` : `ended with ${code}`
  throw new Error(`In ${folder}, ${command} ${end}. It printed:\n${running.printed().slice(-5000)}`)
}

const killGroup = ({ pid }: ChildProcess): void => {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch (error) {
    // ESRCH: all of its processes have ended.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
