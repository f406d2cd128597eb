import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { measureTpcB } from './tpc-b.ts'

/** Transactions per second of TPC-B, and the program that measured them. */
export interface TpcB {
  readonly perSecond: number
  readonly by: 'pgbench' | 'our own loop'
}

/** Measures TPC-B with PostgreSQL's own pgbench if it is installed, or else with our own loop, which is slower. */
export const measureWithPgbench = async (databaseUrl: string, clients: number, seconds: number): Promise<TpcB> => {
  try {
    await run('pgbench', ['--initialize', '--quiet', '--scale=10', databaseUrl])
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return { perSecond: await measureTpcB(databaseUrl, clients, seconds), by: 'our own loop' }
  }
  const { stdout } = await run('pgbench', [
    '--no-vacuum',
    `--client=${clients}`,
    '--jobs=2',
    `--time=${seconds}`,
    databaseUrl,
  ])
  return { perSecond: Number(/tps = ([\d.]+)/.exec(stdout)?.[1]), by: 'pgbench' }
}

const run = promisify(execFile)
