import type { DatabaseTemplates } from '../support/database-templates.ts'
import { keepDatabase } from './kept-database.ts'
import { killAgainAndAgain } from './kill-again-and-again.ts'

/** Kills servers over both databases so many times, prints what was left, and throws where something is wrong with it. */
export const killOnBothDatabases = async (templates: DatabaseTemplates, kills: number): Promise<void> => {
  for (const kind of ['embedded', 'postgresql'] as const) {
    const kept = await keepDatabase(kind, templates.postgresql)
    const { violations, payments, refunds, told, paid } = await killAgainAndAgain(kept, kills)
    console.log(
      `${kind}: ${kills} kills, ${payments} payments, ${refunds} refunds; ${told} clients were answered, ${paid} had paid.`,
    )
    if (violations.length > 0) throw new Error(violations.join('\n'))
  }
}
