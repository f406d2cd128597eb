import { expect, test } from 'vitest'
import { migrations } from '#server/store/migrations/index.ts'

// The last migration is the schema of this version, and a database is migrated in this order.
test('migrations are listed in the order of their numbers', () => {
  const versions = migrations.map(({ version }) => version)

  expect(versions).toEqual(versions.toSorted((one, other) => one - other))
})
