import { expect, test } from 'vitest'
import { migrations } from '#server/store/migrations/index.ts'

// The last one says which schema this version knows, and a database is brought to it in this order.
test('migrations are listed in the order of their numbers', () => {
  const versions = migrations.map(({ version }) => version)

  expect(versions).toEqual(versions.toSorted((one, other) => one - other))
})
