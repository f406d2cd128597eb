import { expect, test } from 'vitest'
import { migrations } from '#server/store/migrations/index.ts'

// A database is migrated in the order of the list, and the last migration is the schema of this version.
test('migrations are listed in the order of their numbers', () => {
  const versions = migrations.map(({ version }) => version)

  expect(versions).toEqual(versions.toSorted((one, other) => one - other))
})
