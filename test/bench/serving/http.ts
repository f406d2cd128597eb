import autocannon from 'autocannon'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ForkedService, forkService } from './fork-service.ts'

/** One figure of the HTTP benchmark, with its comparison. */
export interface HttpFigure {
  readonly what: string
  readonly requestsPerSecond: number
  readonly p99Millis: number
  /** Requests per second as a share of the comparison's; null without a comparison. */
  readonly ofFloor: number | null
  readonly floor: string
}

const seconds = 5
const connections = 16

/**
 * Measures requests to the whole service, compared with plain node:http and with a single database round trip, each in a separate process.
 */
export const measureHttp = async (): Promise<readonly HttpFigure[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    const raw = await measure('serve-raw.ts', folder, [['raw', () => ({ path: '/' })]])
    const database = await measure('serve-database.ts', folder, [['database', () => ({ path: '/' })]])
    const billing = await measure('serve-billing.ts', folder, [
      ['GET /plans/{id}', ({ key, planId }) => ({ path: `/plans/${planId}`, headers: authorize(key) })],
      ['GET /plans', ({ key }) => ({ path: '/plans', headers: authorize(key) })],
      [
        'POST /client-session',
        ({ key, planId }) => ({
          path: '/client-session',
          method: 'POST',
          headers: { ...authorize(key), 'content-type': 'application/json' },
          body: JSON.stringify({ customer: { email: 'bench@example.com', country: 'JP' }, plan: { id: planId } }),
        }),
      ],
    ])
    const [rawRate, databaseRate] = [raw[0]!.rate, database[0]!.rate]
    return [
      figure('node:http alone', raw[0]!, null, ''),
      figure('one bare database round trip', database[0]!, rawRate, 'node:http'),
      figure('GET /plans/{id}', billing[0]!, rawRate, 'node:http'),
      figure('GET /plans/{id}', billing[0]!, databaseRate, 'a round trip'),
      figure('GET /plans (minting a snapshot)', billing[1]!, databaseRate, 'a round trip'),
      figure('POST /client-session', billing[2]!, databaseRate, 'a round trip'),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Measured {
  readonly rate: number
  readonly p99: number
}

type Asked = readonly [
  what: string,
  request: (service: ForkedService) => Omit<autocannon.Options, 'url'> & { path: string },
]

const measure = async (script: string, folder: string, asked: readonly Asked[]): Promise<readonly Measured[]> => {
  const service = await forkService(new URL(script, import.meta.url), folder)
  try {
    const measured: Measured[] = []
    for (const [, request] of asked) measured.push(await load(service.port, request(service)))
    return measured
  } finally {
    await service.end()
  }
}

const load = async (port: number, { path, ...request }: ReturnType<Asked[1]>): Promise<Measured> => {
  const options = { ...request, url: `http://127.0.0.1:${port}${path}`, connections }
  await autocannon({ ...options, duration: 1 })
  const result = await autocannon({ ...options, duration: seconds })
  if (result.non2xx > 0) throw new Error(`${path} answered ${result.non2xx} requests with an error.`)
  return { rate: result.requests.average, p99: result.latency.p99 }
}

const authorize = (key: string) => ({ authorization: `Bearer ${key}` })

const figure = (what: string, { rate, p99 }: Measured, floorRate: number | null, floor: string): HttpFigure => ({
  what,
  requestsPerSecond: Math.round(rate),
  p99Millis: p99,
  ofFloor: floorRate === null ? null : rate / floorRate,
  floor,
})
