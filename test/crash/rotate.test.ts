import { fork } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { createLogger, readConfig } from '#server/index.ts'
import { openStore } from '#server/wiring/open-store.ts'
import { openVault, type Vault, type VaultedCard } from '#server/vault/vault.ts'
import type { Database } from '#server/store/database.ts'
import { acrossOrganizations } from '#server/store/across-organizations.ts'
import { templates } from '../support/databases/databases.ts'
import { keepDatabase, type KeptDatabase } from './kept-database.ts'

const cards = 450
const organizationId = 'org_vault'
const wall = '2026-11-21T10:00:00.000Z'
const places = Array.from({ length: cards }, (_, index) => ({ organizationId, id: `card_${index}` }))
const cardAt = (index: number): VaultedCard => ({
  number: `4000${String(index).padStart(12, '0')}`,
  expMonth: 12,
  expYear: 2030,
  name: null,
})

test.each(['embedded', 'postgresql'] as const)(
  'a key rotation over %s that is killed leaves every card readable, and the next one continues from there',
  { timeout: 120_000 },
  async (kind) => {
    const kept = await keepDatabase(kind, templates)
    await withVault(kept, fillVault)

    await killInTheMiddle(kept)

    const found = await withVault(kept, async (vault, db) => {
      const versions = await versionsIn(db)
      const readable = await openAll(vault, db)
      const rotation = await vault.rotate(wall)
      return {
        versions,
        readable,
        rotation,
        versionsAfter: await versionsIn(db),
        readableAfter: await openAll(vault, db),
      }
    })
    await kept.discard()

    expect(found.versions).toEqual([1, 2])
    expect(found.readable).toBe(cards)
    expect(found.rotation).toMatchObject({ version: 2, resumed: true })
    expect(found.rotation.resealed).toBeLessThan(cards)
    expect(found.versionsAfter).toEqual([2])
    expect(found.readableAfter).toBe(cards)
  },
)

const withVault = async <Result>(
  kept: KeptDatabase,
  use: (vault: Vault, db: Database) => Promise<Result>,
): Promise<Result> => {
  const { database, masterSecret } = await openStore(readConfig(kept.settings), createLogger('silent', 2))
  try {
    return await use(openVault(database.db, masterSecret), database.db)
  } finally {
    await database.close()
  }
}

const fillVault = async (vault: Vault, db: Database): Promise<void> => {
  await db
    .insertInto('organizations')
    .values({ id: organizationId, name: 'Vault', settings: '{}', createdAt: wall, updatedAt: wall })
    .execute()
  await db.transaction().execute(async (work) => {
    for (const [index, place] of places.entries()) await vault.keep(work, place, cardAt(index), wall)
  })
}

/** Kills a rotation without warning, like a power cut, after it has sealed some of the cards again. */
const killInTheMiddle = async ({ settings }: KeptDatabase): Promise<void> => {
  const child = fork(new URL('rotate-until-killed.ts', import.meta.url), {
    env: { ...process.env, MODE: 'sandbox', ...settings },
  })
  const exited = once(child, 'exit')
  child.on('message', (resealed) => {
    if (Number(resealed) > 0) child.kill('SIGKILL')
  })
  expect(await exited).toEqual([null, 'SIGKILL'])
}

const versionsIn = async (db: Database): Promise<readonly number[]> =>
  (
    await acrossOrganizations(db, 'operator')
      .selectFrom('vaultedCards')
      .select('keyVersion')
      .distinct()
      .orderBy('keyVersion')
      .execute()
  ).map(({ keyVersion }) => keyVersion)

/** How many cards can be opened and are unchanged. */
const openAll = async (vault: Vault, db: Database): Promise<number> => {
  let opened = 0
  for (const [index, place] of places.entries()) {
    expect(await vault.open(db, place)).toEqual(cardAt(index))
    opened += 1
  }
  return opened
}
