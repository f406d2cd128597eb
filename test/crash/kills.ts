import type { DatabaseTemplates } from '../support/databases/database-templates.ts'
import { throwViolations } from '../simulation/throw-violations.ts'
import { keepDatabase } from './kept-database.ts'
import { killAgainAndAgain } from './kill-again-and-again.ts'
import { killOneOfSeveral } from './kill-one-of-several.ts'
import { startStripeUnderLoad } from './stripe-under-load.ts'

/**
 * Kills a server `kills` times in each setup: over each database, over the fake of Stripe, and as one of four servers over one PostgreSQL.
 * Prints the resulting states, and throws if one has faults.
 */
export const killOnBothDatabases = async (templates: DatabaseTemplates, kills: number): Promise<void> => {
  for (const kind of ['embedded', 'postgresql'] as const) {
    const kept = await keepDatabase(kind, templates)
    const { violations, payments, refunds, told, paid } = await killAgainAndAgain(kept, kills)
    console.log(
      `${kind}: ${kills} kills, ${payments} payments, ${refunds} refunds; ${told} clients were answered, ${paid} had paid.`,
    )
    throwViolations(violations)
  }
  await killOverStripe(templates, kills)
  const { violations, told, paid } = await killOneOfSeveral({ servers: 4, kills, everySeconds: 5 })
  console.log(`one of four servers killed every 5 s: ${kills} kills; ${told} clients were answered, ${paid} had paid.`)
  throwViolations(violations)
}

/** Kills servers over PostgreSQL that charge through the fake of Stripe, `kills` times. */
export const killOverStripe = async (templates: DatabaseTemplates, kills: number): Promise<void> => {
  const stripe = await startStripeUnderLoad()
  try {
    const kept = await keepDatabase('postgresql', templates)
    const { violations, payments, refunds, told, paid } = await killAgainAndAgain(kept, kills, stripe)
    console.log(
      `Stripe’s fake: ${kills} kills, ${payments} payments, ${refunds} refunds; ${told} clients were answered, ${paid} had paid.`,
    )
    throwViolations(violations)
  } finally {
    await stripe.close()
  }
}
