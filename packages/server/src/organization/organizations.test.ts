import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../../test/support/databases/databases.ts'
import { isOrigin } from '../reading/is-origin.ts'
import { loadOrganization } from './load-organization.ts'
import { createOrganization, listOrganizations, updateOrganization } from './organizations.ts'

const wall = '2026-11-21T12:00:00.000Z'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase('embedded')
})
afterAll(() => database.close())

const create = (name: string, at = wall) =>
  createOrganization(database.db, { name, originsOfFirst: ['https://shop.example'], wall: at })

test('only the first organization gets the operator’s origins', async () => {
  const first = await create('First')
  const second = await create('Second', '2026-11-21T12:00:01.000Z')

  expect(first.settings.allowed_origins).toEqual(['https://shop.example'])
  expect(second.settings.allowed_origins).toBeNull()
  expect((await listOrganizations(database.db)).map(({ name }) => name)).toEqual(['First', 'Second'])
})

test('a change is visible at once and keeps other settings', async () => {
  const { id } = await create('Before')
  await loadOrganization(database.db, id)

  await updateOrganization(database.db, id, { name: 'After', settings: { support_email: 'help@shop.example' } }, wall)
  await updateOrganization(database.db, id, { settings: { price_rounding: 'none' } }, wall)

  expect(await loadOrganization(database.db, id)).toMatchObject({
    name: 'After',
    settings: { support_email: 'help@shop.example', price_rounding: 'none' },
  })
})

test('invalid settings are refused with every issue, and nothing changes', async () => {
  const { id } = await create('Same')
  const settings = { allowed_origins: ['https://shop.example/path'], dunning_days: [], colour: 'red' }

  const refused = updateOrganization(database.db, id, { settings }, wall)

  await expect(refused).rejects.toMatchObject({
    code: 'invalid_parameter',
    details: [{ path: 'body.allowed_origins.0' }, { path: 'body.dunning_days' }, { path: 'body.colour' }],
  })
  expect(await loadOrganization(database.db, id)).toMatchObject({
    settings: { dunning_days: [0, 1, 3, 7, 14, 21, 30] },
  })
})

test('days of dunning begin with the day of the first decline', async () => {
  const { id } = await create('Dunning')
  const setDays = (days: readonly number[]) =>
    updateOrganization(database.db, id, { settings: { dunning_days: days } }, wall)

  await expect(setDays([1, 3])).rejects.toMatchObject({
    code: 'invalid_parameter',
    details: [{ path: 'body.dunning_days', message: expect.stringContaining('must begin with 0') }],
  })
  await setDays([0, 3])
  expect(await loadOrganization(database.db, id)).toMatchObject({ settings: { dunning_days: [0, 3] } })
})

test('settings that a newer server has written are ignored', async () => {
  const { id, settings } = await create('Ahead')
  await database.db
    .updateTable('organizations')
    .set({ settings: JSON.stringify({ ...settings, of_tomorrow: true }) })
    .where('id', '=', id)
    .execute()

  expect(await loadOrganization(database.db, id)).toMatchObject({ name: 'Ahead', settings })
})

test('a setting without a stored default is not written before it is set', async () => {
  const { id } = await create('Beside')
  await updateOrganization(database.db, id, { settings: { price_rounding: 'none' } }, wall)

  const row = await database.db.selectFrom('organizations').select('settings').where('id', '=', id).executeTakeFirst()

  expect(Object.keys(row!.settings)).not.toContain('declines_per_address')
})

test('an unknown organization cannot be changed', async () => {
  expect(await updateOrganization(database.db, 'org_none', { settings: {} }, wall)).toBeUndefined()
})

test.each([
  ['https://shop.example', true],
  ['http://localhost:4243', true],
  ['http://[::1]:4243', true],
  ['https://shop.example/', false],
  ["https://shop.example;script-src'unsafe-inline'", false],
  ['https://SHOP.example', false],
  ['ftp://shop.example', false],
  ['null', false],
  ['https://shop.example:443', false],
])('%s is the origin of a page: %s', (text, is) => {
  expect(isOrigin(text)).toBe(is)
})
