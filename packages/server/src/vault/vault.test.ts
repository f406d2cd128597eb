import { type Kysely, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { describeEachDatabase } from '../../../../test/support/databases/databases.ts'
import { masterSecretOf } from '../credentials/master-secret.ts'
import { openStoredKeys } from '../credentials/wrapped-keys.ts'
import type { Schema } from '../store/schema/schema.ts'
import { openVault, type Vault, type VaultedCard } from './vault.ts'

const master = masterSecretOf('a secret of more than thirty-two characters')
const successor = masterSecretOf('another secret, also more than thirty-two')
const wall = '2026-11-21T10:00:00.000Z'
const organizationId = 'org_vault'

describeEachDatabase('the vault', (open) => {
  let db: Kysely<Schema>
  let vault: Vault
  let cards = 0
  beforeAll(async () => {
    db = (await open()).db
    vault = openVault(db, master)
    await db
      .insertInto('organizations')
      .values({ id: organizationId, name: 'Vault', settings: '{}', createdAt: wall, updatedAt: wall })
      .execute()
  })

  const card: VaultedCard = { number: '4111111111111111', expMonth: 12, expYear: 2030, name: 'Mina Okafor' }
  const keep = async () => {
    const place = { organizationId, id: `card_${++cards}` }
    await vault.keep(db, place, card, wall)
    return place
  }
  const versions = async () =>
    (await db.selectFrom('vaultedCards').select('keyVersion').distinct().orderBy('keyVersion').execute()).map(
      ({ keyVersion }) => keyVersion,
    )

  test('returns a card unchanged, only for its own row', async () => {
    const place = await keep()

    expect(await vault.open(db, place)).toEqual(card)
    expect(await vault.open(db, { ...place, organizationId: 'org_other' })).toBeUndefined()
  })

  test('reveals no card in a dump of the database', async () => {
    await keep()

    const { rows } = await sql<{ line: string }>`
      select to_jsonb(c)::text as line from vaulted_cards c union all select to_jsonb(k)::text from data_keys k`.execute(
      db,
    )
    const dump = rows.map(({ line }) => line).join('\n')

    expect(dump).not.toContain(card.number)
    expect(dump).not.toContain(Buffer.from(card.number).toString('hex'))
    expect(dump).not.toContain('Okafor')
  })

  test('does not open a sealed card that was changed by a bit or moved to another row', async () => {
    const [one, other] = [await keep(), await keep()]
    const { sealed } = await db
      .selectFrom('vaultedCards')
      .select('sealed')
      .where('id', '=', one.id)
      .executeTakeFirstOrThrow()
    const tampered = Buffer.from(sealed)
    tampered[tampered.length - 1]! ^= 1

    await db.updateTable('vaultedCards').set({ sealed }).where('id', '=', other.id).execute()
    await expect(vault.open(db, other)).rejects.toThrow()
    await db.updateTable('vaultedCards').set({ sealed: tampered }).where('id', '=', one.id).execute()
    await expect(vault.open(db, one)).rejects.toThrow()
    await db.deleteFrom('vaultedCards').where('id', 'in', [one.id, other.id]).execute()
  })

  test('encrypts every card with a new key in a rotation, while cards are stored and read', async () => {
    const places = await Promise.all(Array.from({ length: 450 }, keep))
    const [before] = await versions()

    const [rotation, ...read] = await Promise.all([
      vault.rotate(wall),
      ...places.slice(0, 20).map((place) => vault.open(db, place)),
      keep().then(() => card),
    ])
    const after = await vault.rotate(wall)

    expect(read.every((one) => one?.number === card.number)).toBe(true)
    expect(rotation).toMatchObject({ version: before! + 1, resumed: false })
    expect(rotation.resealed).toBeGreaterThanOrEqual(450)
    expect(await versions()).toEqual([after.version])
    expect(await openVault(db, master).open(db, places[0]!)).toEqual(card)
  })

  test('leaves no card behind in a rotation that was sealed before it and committed after', async () => {
    await keep()
    const sealed = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    const keeping = db.transaction().execute(async (work) => {
      await vault.keep(work, { organizationId, id: 'card_late' }, card, wall)
      sealed.resolve()
      await mayCommit.promise
    })
    await sealed.promise

    const rotating = vault.rotate(wall)
    await new Promise((resolve) => setTimeout(resolve, 200))
    mayCommit.resolve()
    await keeping
    const { version } = await rotating

    expect(await versions()).toEqual([version])
  })

  test('finishes an interrupted rotation before it creates another key', async () => {
    const places = await Promise.all(Array.from({ length: 5 }, keep))
    const { version } = await vault.rotate(wall)
    const broken = await keep()
    await db.updateTable('vaultedCards').set({ keyVersion: version }).execute()
    const newer = await openVault(db, master).rotate(wall)
    const { sealed } = await db
      .selectFrom('vaultedCards')
      .select('sealed')
      .where('id', '=', broken.id)
      .executeTakeFirstOrThrow()
    await vault.rotate(wall)
    // The state after a process died in the middle of a rotation: one card is still encrypted with the former key.
    await db
      .updateTable('vaultedCards')
      .set({ sealed, keyVersion: newer.version })
      .where('id', '=', broken.id)
      .execute()

    const resumed = await openVault(db, master).rotate(wall)

    expect(resumed).toEqual({ version: newer.version + 1, resealed: 1, resumed: true })
    expect(await vault.open(db, broken)).toEqual(card)
    expect(await vault.open(db, places[0]!)).toEqual(card)
  })

  test('deletes a forgotten card', async () => {
    const place = await keep()

    await vault.forget(db, place)

    expect(await vault.open(db, place)).toBeUndefined()
  })

  test('survives a change of the master secret: cards, keys and fingerprints stay', async () => {
    const place = await keep()
    const first = await openStoredKeys(db, master, null, wall)

    const second = await openStoredKeys(db, successor, master, wall)
    const again = await openStoredKeys(db, successor, master, wall)

    expect(await openVault(db, successor).open(db, place)).toEqual(card)
    expect(second.deriveKey('api keys')).toEqual(first.deriveKey('api keys'))
    expect(again.deriveKey('fingerprints')).toEqual(first.deriveKey('fingerprints'))
    await expect(openStoredKeys(db, master, null, wall)).rejects.toThrow('SECRET_KEY is not the one')
    await expect(openVault(db, master).open(db, place)).rejects.toThrow('SECRET_KEY is not the one')
  })
})
