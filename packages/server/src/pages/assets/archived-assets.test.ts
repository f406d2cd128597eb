import express from 'express'
import { sql } from 'kysely'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeEachDatabase, type TestDatabase } from '../../../../../test/support/databases/databases.ts'
import { masterSecretOf } from '../../credentials/master-secret.ts'
import { openStoredKeys } from '../../credentials/wrapped-keys.ts'
import { createRateLimiter } from '../../http/rate-limit.ts'
import type { ElementAssets } from './assets.ts'
import { archiveAssets } from './archived-assets.ts'
import { archivedAssetsRouter } from './archived-assets-router.ts'
import { servedFile } from './served-file.ts'

const wall = '2026-11-21T12:00:00.000Z'
const secret = masterSecretOf('a'.repeat(32))

/** The files of a build, with the version in the names of its scripts and of one part. */
const builtElement = (version: string): ElementAssets => {
  const paths = [
    'billing-checkout.js',
    `billing-checkout-${version}.js`,
    'billing-portal.js',
    `billing-portal-${version}.js`,
    `assets/later-${version}.js`,
    'inventory.json',
  ]
  const files = paths.map((path) => [path, servedFile(path, Buffer.from(`${path} ${version}`))] as const)
  const script = { script: paths[0]!, versioned_script: paths[1]!, integrity: '' }
  return {
    manifest: { ...script, card_frame: { js: '' }, hosted_frame: { js: '' }, wallet_frame: { js: '' }, files: [] },
    files: new Map(files),
  }
}

describeEachDatabase('element files of earlier builds', (open) => {
  let database: TestDatabase
  let serve: () => Promise<(path: string) => Promise<Response>>
  const closing: (() => void)[] = []

  beforeAll(async () => {
    database = await open()
    const first = await openStoredKeys(database.db, secret, null, wall)
    for (const version of ['1111111111', '1111111111', '2222222222'])
      await archiveAssets(database.db, first, builtElement(version), wall)
    serve = async () => {
      // The master secret has changed. Files that were archived before the change must remain valid.
      const masterSecret = await openStoredKeys(database.db, masterSecretOf('b'.repeat(32)), secret, wall)
      const router = archivedAssetsRouter({
        database: database.db,
        masterSecret,
        rateLimiter: createRateLimiter('off'),
      })
      const server = express().use(router).listen(0, '127.0.0.1')
      closing.push(() => void server.close())
      await once(server, 'listening')
      return (path) => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${path}`)
    }
  })
  afterAll(() => closing.forEach((close) => close()))

  test('are served for ever, to any page, by servers whose build lacks them', async () => {
    const get = await serve()

    for (const path of [
      'billing-checkout-1111111111.js',
      'billing-portal-1111111111.js',
      'assets/later-1111111111.js',
      'assets/later-2222222222.js',
    ]) {
      // The second request is answered from memory.
      for (const answer of [await get(path), await get(path)]) {
        expect(answer.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
        expect(answer.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
        expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*')
        expect(await answer.text()).toBe(`${path} ${path.includes('1111') ? '1111111111' : '2222222222'}`)
      }
    }
  })

  test('are not archived if their name may later mean another file', async () => {
    const kept = await database.db.selectFrom('elementFiles').select('path').orderBy('path').execute()

    expect(kept.map(({ path }) => path)).toEqual([
      'assets/later-1111111111.js',
      'assets/later-2222222222.js',
      'billing-checkout-1111111111.js',
      'billing-checkout-2222222222.js',
      'billing-portal-1111111111.js',
      'billing-portal-2222222222.js',
    ])
  })

  test('are archived in a form in which a search for card numbers finds nothing', async () => {
    const kept = await database.db.selectFrom('elementFiles').select(['path', 'body']).execute()

    expect(kept.filter(({ path, body }) => Buffer.from(body).includes(path))).toEqual([])
  })

  test('are not served if another program has written them into the database', async () => {
    const body = sql<Buffer>`'steal()'::bytea`
    await database.db
      .insertInto('elementFiles')
      .columns(['path', 'body', 'seal', 'createdAt'])
      .expression((row) =>
        row
          .selectFrom('elementFiles')
          .select([sql.lit('billing-checkout-3333333333.js').as('path'), 'body', 'seal', 'createdAt'])
          .where('path', '=', 'billing-checkout-1111111111.js'),
      )
      .execute()
    await database.db
      .updateTable('elementFiles')
      .set({ body })
      .where('path', '=', 'assets/later-1111111111.js')
      .execute()
    const get = await serve()

    for (const path of ['billing-checkout-3333333333.js', 'assets/later-1111111111.js', 'assets/none.js'])
      expect((await get(path)).status).toBe(404)
    expect((await get('billing-checkout-1111111111.js')).status).toBe(200)
  })
})
