import { expect, test } from 'vitest'
import { templatesOf } from '../support/databases.ts'
import { keepDatabase } from './kept-database.ts'
import { killAgainAndAgain } from './kill-again-and-again.ts'

/** `npm run simulate -- --kills 20` kills more often. */
const kills = 3

test.concurrent.each(['embedded', 'postgresql'] as const)(
  'a server over %s that is killed again and again under load loses no money and tells nobody a falsehood',
  { timeout: 300_000 },
  async (kind) => {
    const kept = await keepDatabase(kind, async () => await templatesOf('postgresql'))

    const { violations, paid } = await killAgainAndAgain(kept, kills)

    expect(violations).toEqual([])
    expect(paid).toBeGreaterThan(kills)
  },
)
