import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { basename, join } from 'node:path'

/** A service of the benchmarks in a separate process, with the message that it sent when it was ready. */
export interface ForkedService {
  readonly pid: number
  readonly port: number
  readonly organizationId: string
  readonly key: string
  readonly planId: string
  /** The cookie of a dashboard admin, if the service creates one. */
  readonly cookie?: string
  end(): Promise<void>
}

/** Starts a script on a free port, with its data under `folder`. The whole service, including the card frame, is at 127.0.0.1. */
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
