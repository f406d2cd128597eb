import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { basename, join } from 'node:path'

/** A service of the benchmarks in a process of its own, and what it said when it was ready. */
export interface ForkedService {
  readonly pid: number
  readonly port: number
  readonly organizationId: string
  readonly key: string
  readonly planId: string
  /** The cookie of an admin of the dashboard, if the service makes one. */
  readonly cookie?: string
  end(): Promise<void>
}

/** Starts a script on a free port, its data below `folder`; at 127.0.0.1 it is whole, and no frame's alone. */
export const forkService = async (
  script: URL,
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ForkedService> => {
  const child = fork(script, {
    env: {
      ...process.env,
      PORT: '0',
      FRAME_ORIGIN: 'none',
      DATA_DIR: join(folder, basename(script.pathname)),
      LOG_LEVEL: 'silent',
      RATE_LIMIT: 'off',
      ...env,
    },
  })
  const [told] = (await once(child, 'message')) as [Omit<ForkedService, 'end' | 'pid'>]
  return { ...told, pid: child.pid!, end: () => end(child) }
}

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}
