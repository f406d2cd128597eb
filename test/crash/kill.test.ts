import { expect, test } from 'vitest'
import { templates } from '../support/databases/databases.ts'
import { keepDatabase } from './kept-database.ts'
import { killAgainAndAgain } from './kill-again-and-again.ts'
import { killOneOfSeveral } from './kill-one-of-several.ts'

/** How often each test kills a server. `npm run drill` kills twenty times, and also tests a single server over PostgreSQL. */
const kills = 2

test.concurrent(
  'a server over the embedded database that is killed repeatedly under load loses no money and gives no client a wrong answer',
  { timeout: 300_000 },
  async () => {
    const kept = await keepDatabase('embedded', templates)

    const { violations, paid } = await killAgainAndAgain(kept, kills)

    expect(violations).toEqual([])
    expect(paid).toBeGreaterThan(kills)
  },
)

test.concurrent(
  'one of four servers over one PostgreSQL is killed again and again, and nothing is lost or done twice',
  { timeout: 300_000 },
  async () => {
    const { violations, paid } = await killOneOfSeveral({ servers: 4, kills, everySeconds: 0 })

    expect(violations).toEqual([])
    expect(paid).toBeGreaterThan(kills)
  },
)
