import type { Timestamp } from '@billing-checkout/domain'
import {
  askForRate,
  type FoundRate,
  type KnownPlace,
  RateNotAsked,
  type TaxCalculator,
} from '../../taxes/tax-calculator.ts'

/** The largest number of times that a sale may need a rate for another place or day. */
const roundsMax = 5

/**
 * Runs code that decides about tax inside a transaction, during which the server must not query a calculator. If a rate is missing, the
 * transaction is rolled back, the server queries the calculator, and `run` starts again. So the charged rate is the one for the place and
 * day found under the lock. No rate is queried twice.
 */
export const withTaxRates = async <Context extends { readonly taxes: TaxCalculator }, Result>(
  context: Context,
  run: (context: Context) => Promise<Result>,
): Promise<Result> => {
  if (context.taxes.isLocal) return run(context)
  const answers = new Map<string, PromiseSettledResult<FoundRate>>()
  for (let round = 1; ; round++) {
    try {
      return await run({ ...context, taxes: answered(answers) })
    } catch (error) {
      if (!(error instanceof RateNotAsked) || round === roundsMax) throw error
      const [answer] = await Promise.allSettled([askForRate(context.taxes, error.place, error.at)])
      answers.set(keyOf(error.place, error.at), answer)
    }
  }
}

/** A calculator that knows only the rates that were already queried. */
const answered = (answers: ReadonlyMap<string, PromiseSettledResult<FoundRate>>): TaxCalculator => ({
  isLocal: true,
  rateAt: async (place, at) => {
    const answer = answers.get(keyOf(place, at))
    if (answer === undefined) throw new RateNotAsked(place, at)
    if (answer.status === 'rejected') throw answer.reason
    return answer.value
  },
})

/** Rates may change every day, so the key contains the day. */
const keyOf = ({ country, state, postalCode }: KnownPlace, at: Timestamp): string =>
  JSON.stringify([country, state, postalCode, at.slice(0, 10)])
