import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config/read-config.ts'
import { startServer } from '#server/wiring/start-server.ts'
import { createDatabase } from '../support/databases/database-on-server.ts'
import { startPostgresql } from '../support/databases/start-postgresql.ts'

interface Line {
  readonly level: number
  readonly msg: string
  readonly trouble?: string
}

test(
  'during an outage of the database, the log has one line for each kind of trouble',
  { timeout: 120_000 },
  async () => {
    const postgresql = await startPostgresql()
    onTestFinished(postgresql.stop)
    const folder = mkdtempSync(join(tmpdir(), 'billing-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const lines: Line[] = []
    const logger = pino({ level: 'warn' }, { write: (text: string) => void lines.push(JSON.parse(text) as Line) })
    const server = await startServer({
      config: readConfig({
        DATABASE_URL: await createDatabase(postgresql.url),
        DATA_DIR: folder,
        SECRET_KEY: 'a secret of the tests that nobody else has',
        PORT: '0',
        RATE_LIMIT: 'off',
      }),
      logger,
    })
    onTestFinished(() => server.close())
    // Wait until jobs have run and connections are open.
    await wait(3000)
    lines.length = 0

    await postgresql.crash()
    for (let second = 0; second < 15; second++) {
      await Promise.all(
        ['/readyz', '/card-keys', '/checkout/4dd0aa3e-0000-4000-8000-000000000000'].map((path) =>
          fetch(`${server.url}${path}`).catch(() => undefined),
        ),
      )
      await wait(1000)
    }

    const errors = lines.filter(({ level }) => level >= 40)
    expect(errors.length).toBeGreaterThan(0)
    const kinds = new Set(errors.map(({ trouble, msg }) => trouble ?? msg))
    // Two pools lose their idle connections: one for requests and one for the readiness check.
    expect(errors.length).toBeLessThanOrEqual(kinds.size + 1)
    const others = errors.filter(({ trouble }) => trouble === undefined).map(({ msg }) => msg)
    expect(others.filter((msg) => !msg.startsWith('idle connections'))).toEqual([])
    await postgresql.start()
  },
)
