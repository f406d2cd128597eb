import {
  registrationFor,
  taxKindAt,
  type TaxPlace,
  type TaxPlaceField,
  type TaxRule,
  type Timestamp,
} from '@billing-checkout/domain'
import type { Logger } from 'pino'
import { NetworkCallInTransaction } from '../../store/writes/inside-transaction.ts'
import type { Organization } from '../../organization/organization.ts'
import type { TaxDecision } from '../../store/schema/tax-decision.ts'
import {
  requestTaxRate,
  type TaxRateResult,
  type KnownPlace,
  TaxRateNotFetched,
  type TaxCalculator,
} from '../../taxes/tax-calculator.ts'

/** No tax is collected, and no part of the address is needed to decide this. */
const notCollected: TaxDecision = { kind: 'not_collected', asks: [], needs: [] }

/** What a decision about tax needs. */
export interface TaxContext {
  readonly taxes: TaxCalculator
  readonly logger: Logger
}

/** The sale whose tax is decided. */
export interface TaxedSale {
  /** The plan's `collect_tax`; if null, the organization's setting applies. */
  readonly collectTax: boolean | null
  readonly place: TaxPlace
  readonly at: Timestamp
}

/** Decides whether and how a sale is taxed: only if the organization is registered at the place of the sale and the plan collects tax. */
export const decideTax = async (
  { taxes, logger }: TaxContext,
  { settings }: Organization,
  { collectTax, place, at }: TaxedSale,
): Promise<TaxDecision> => {
  if (!(collectTax ?? settings.collect_tax)) return notCollected
  const { registration, fieldsNeeded } = registrationFor(settings.tax_registrations, place)
  if (registration === null) return { kind: 'not_collected', asks: fieldsNeeded, needs: fieldsNeeded }
  try {
    const knownPlace = place as KnownPlace
    const rate = await requestTaxRate(taxes, knownPlace, at)
    return decisionOf(rate, { behavior: registration.behavior, kind: taxKindAt(knownPlace) }, fieldsNeeded)
  } catch (error) {
    if (error instanceof TaxRateNotFetched || error instanceof NetworkCallInTransaction) throw error
    logger.error({ err: error }, 'the tax calculator did not answer')
    const message = 'The tax calculator did not answer.'
    return {
      kind: 'failed',
      error: { code: 'calculator_unavailable', message },
      asks: fieldsNeeded,
      needs: fieldsNeeded,
    }
  }
}

const decisionOf = (
  rate: TaxRateResult,
  named: Omit<TaxRule, 'rate'>,
  askedFields: readonly TaxPlaceField[],
): TaxDecision => {
  if (rate.kind === 'not_collected') return notCollected
  if (rate.kind === 'unknown_place') {
    return {
      kind: 'failed',
      error: { code: 'place_unknown', message: rate.message },
      asks: askedFields,
      needs: askedFields,
    }
  }
  const asks = [...new Set([...askedFields, ...rate.asks])]
  return rate.kind === 'incomplete'
    ? { kind: 'incomplete', asks, needs: asks }
    : {
        kind: 'calculated',
        rule: { rate: rate.rate, ...named, ...(rate.parts && { parts: rate.parts }) },
        provider: rate.provider,
        asks,
        needs: [...new Set([...askedFields, ...(rate.needs ?? [])])],
      }
}

/** The tax rule with which a sale is quoted; null if no tax is calculated. */
export const ruleOf = (tax: TaxDecision): TaxRule | null => (tax.kind === 'calculated' ? tax.rule : null)

/** The largest number of times that `run` starts. Each time, it may need a rate for another place or day. */
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
  const answers = new Map<string, PromiseSettledResult<TaxRateResult>>()
  for (let round = 1; ; round++) {
    try {
      return await run({ ...context, taxes: calculatorOfAnswers(answers) })
    } catch (error) {
      if (!(error instanceof TaxRateNotFetched) || round === roundsMax) throw error
      const [answer] = await Promise.allSettled([requestTaxRate(context.taxes, error.place, error.at)])
      answers.set(keyOf(error.place, error.at), answer)
    }
  }
}

/** A calculator that knows only the rates that were already queried. */
const calculatorOfAnswers = (answers: ReadonlyMap<string, PromiseSettledResult<TaxRateResult>>): TaxCalculator => ({
  isLocal: true,
  rateAt: async (place, at) => {
    const answer = answers.get(keyOf(place, at))
    if (answer === undefined) throw new TaxRateNotFetched(place, at)
    if (answer.status === 'rejected') throw answer.reason
    return answer.value
  },
})

/** Rates may change every day, so the key contains the day. */
const keyOf = ({ country, state, postalCode }: KnownPlace, at: Timestamp): string =>
  JSON.stringify([country, state, postalCode, at.slice(0, 10)])
