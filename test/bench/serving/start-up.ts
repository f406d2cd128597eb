import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Seconds from the start of a process to its first answer: in an empty data folder, and when it starts again in the same folder. */
export const measureStartUp = async (): Promise<{ readonly first: number; readonly later: number }> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    const first = await start(folder)
    return { first, later: await start(folder) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const start = async (dataDir: string): Promise<number> => {
  const began = performance.now()
  const child = fork(new URL('serve-billing.ts', import.meta.url), {
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent', RATE_LIMIT: 'off' },
  })
  await once(child, 'message')
  const took = (performance.now() - began) / 1000
  child.kill('SIGKILL')
  await once(child, 'exit')
  return took
}
