import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '../../../../test/support/databases/databases.ts'
import { readConfig } from '../config/read-config.ts'
import { openStore } from './open-store.ts'

test(
  'several servers change the master secret one after the other, and API keys stay valid',
  { timeout: 120_000 },
  async () => {
    const database = await openTestDatabase('postgresql')
    onTestFinished(() => database.close())
    const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    /** Opens the store with these secrets and returns the key by which it looks up API keys. */
    const start = async (secrets: { readonly SECRET_KEY: string; readonly SECRET_KEY_PREVIOUS?: string }) => {
      const config = readConfig({ DATABASE_URL: database.url!, DATA_DIR: folder, ...secrets })
      const store = await openStore(config, pino({ enabled: false }))
      await store.database.close()
      return store.masterSecret.deriveKey('api keys')
    }
    const former = { SECRET_KEY: 'the former secret of several servers' }
    const changed = { SECRET_KEY: 'the new secret that they change it to' }
    const changing = { ...changed, SECRET_KEY_PREVIOUS: former.SECRET_KEY }

    const before = await start(former)
    const first = await start(changing)
    const second = await start(changing)
    const after = await start(changed)

    expect([first, second, after]).toEqual([before, before, before])
    await expect(start(former)).rejects.toThrow('SECRET_KEY is not the one this database was set up with')
  },
)
