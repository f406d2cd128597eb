import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createDatabase, dropDatabase } from '../../support/databases/database-on-server.ts'
import { startPostgresql } from '../../support/databases/start-postgresql.ts'
import type { OpenShop } from '../serving/open-shop.ts'

/** How long one organization's requests take while another sends as many as it can. */
export interface NeighbourFigures {
  readonly over: 'postgresql' | 'embedded'
  readonly rounds: readonly NeighbourRound[]
  /** The requests per second of the loud organization during the floods. */
  readonly loudPerSecond: number
}

/** The 95th percentile in milliseconds: without a flood, and during the flood that follows. */
export interface NeighbourRound {
  readonly alone: number
  readonly beside: number
  /** The slowest answer during the flood, in milliseconds. */
  readonly slowest: number
  /** The 95th percentile of `/readyz` during the flood, in milliseconds. */
  readonly readiness: number
}

/** How many requests the loud organization has in flight. */
export const crowd = 100
const requestsEach = 200

/** Measures over both databases, with three rounds each. */
export const measureNeighbours = async (): Promise<readonly NeighbourFigures[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const postgresql = await startPostgresql({ syncs: true })
  const url = await createDatabase(postgresql.url)
  try {
    return [
      await measureOver('postgresql', { DATABASE_URL: url }),
      await measureOver('embedded', { DATA_DIR: join(folder, 'data') }),
    ]
  } finally {
    await dropDatabase(postgresql.url, url)
    await postgresql.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Served {
  readonly port: number
  readonly quiet: OpenShop
  readonly loud: OpenShop
}

const measureOver = async (
  over: NeighbourFigures['over'],
  database: Readonly<Record<string, string>>,
): Promise<NeighbourFigures> => {
  const child = fork(new URL('serve-neighbours.ts', import.meta.url), {
    env: {
      ...process.env,
      PORT: '0',
      LOG_LEVEL: 'silent',
      RATE_LIMIT: 'off',
      SECRET_KEY: 'a secret of the benchmarks alone',
      ...database,
    },
  })
  try {
    const [served] = (await once(child, 'message')) as [Served]
    await timeMany(() => askPlans(served), requestsEach)
    const rounds: NeighbourRound[] = []
    let loudPerSecond = 0
    for (let round = 0; round < 3; round++) {
      const alone = await timeMany(() => askPlans(served), requestsEach)
      const flood = startFlood(served)
      // Wait until the flood's connections are open.
      await wait(1000)
      const beside = await timeMany(() => askPlans(served), requestsEach)
      const readiness = await timeMany(() => ask(`http://127.0.0.1:${served.port}/readyz`, {}), requestsEach / 4)
      loudPerSecond += (await flood.end()) / 3
      rounds.push({ alone: p95(alone), beside: p95(beside), slowest: Math.max(...beside), readiness: p95(readiness) })
    }
    return { over, rounds, loudPerSecond }
  } finally {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}

/** Creates sessions as fast as they are answered, from a separate process. */
const startFlood = ({ port, loud }: Served): { end(): Promise<number> } => {
  const child = fork(new URL('flood.ts', import.meta.url))
  child.send({
    url: `http://127.0.0.1:${port}/client-session`,
    method: 'POST',
    headers: { authorization: `Bearer ${loud.key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ customer: { email: 'bench@example.com', country: 'JP' }, plan: { id: loud.planId } }),
    connections: crowd,
  })
  return {
    async end() {
      child.send('stop')
      const [{ perSecond, refused }] = (await once(child, 'message')) as [{ perSecond: number; refused: number }]
      if (refused > 0) throw new Error(`${refused} requests of the flood were answered with an error.`)
      return perSecond
    },
  }
}

const askPlans = ({ port, quiet }: Served): Promise<void> =>
  ask(`http://127.0.0.1:${port}/plans`, { authorization: `Bearer ${quiet.key}` })

const ask = async (url: string, headers: Readonly<Record<string, string>>): Promise<void> => {
  const answer = await fetch(url, { headers })
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`)
}

/** Calls `run` `count` times, one call after another. Returns the milliseconds of each. */
const timeMany = async (run: () => Promise<void>, count: number): Promise<readonly number[]> => {
  const times: number[] = []
  for (let n = 0; n < count; n++) {
    const began = performance.now()
    await run()
    times.push(performance.now() - began)
  }
  return times
}

const p95 = (times: readonly number[]): number =>
  times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.95) - 1]!
