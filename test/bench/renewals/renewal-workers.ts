import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** Starts a process that, for each message that it gets, renews what is due. `renewal-worker.ts` describes its settings. */
export const startWorker = async (
  databaseUrl: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<ChildProcess> => {
  const worker = fork(new URL('renewal-worker.ts', import.meta.url), {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      SECRET_KEY: 'a secret of the benchmarks alone',
      LOG_LEVEL: 'error',
      ...settings,
    },
  })
  await once(worker, 'message')
  return worker
}

/** What one worker did. */
export interface Told {
  readonly renewed: number
  readonly seconds: number
}

/** Lets workers renew until nothing is due. */
export const runAll = (workers: readonly ChildProcess[]): Promise<readonly Told[]> =>
  Promise.all(
    workers.map(async (worker) => {
      worker.send('go')
      const [told] = (await once(worker, 'message')) as [Told]
      return told
    }),
  )
