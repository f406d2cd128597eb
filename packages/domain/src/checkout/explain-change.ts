import type { ProrationBillingMode } from '@billing-checkout/contract'
import { secondsBetween, type Timestamp } from '../calendar/timestamp.ts'
import { discountedPrice } from '../discount/discount-terms.ts'
import { remainingSeconds, unusedPeriodCredit } from '../subscription/unused-period-credit.ts'
import { convertToTaxRule, taxRuleConversionFactor, type TaxRule } from '../tax/tax-on.ts'
import type { PlanTerms } from '../plan/terms-for-country.ts'
import { required } from '../required.ts'
import { noDebt } from './subscription-debt.ts'
import { costOfSeconds, intervalFromPeriodStart, termsOfRunningPeriod } from './exchanged-time.ts'
import type { QuoteDraft, QuotedSubscription } from './quote-request.ts'

/** One step of a calculation, in words, with its result in minor units. */
export interface ExplainedStep {
  readonly text: string
  readonly amount: number
}

/** A quoted plan change and its inputs. */
export interface ExplainedChange {
  readonly draft: QuoteDraft
  /** The terms of the new plan. */
  readonly terms: PlanTerms
  readonly subscription: QuotedSubscription
  readonly mode: ProrationBillingMode
}

/** Explains how a plan change was calculated, step by step; the numbers are those of the quote. */
export const explainChange = (change: ExplainedChange): readonly ExplainedStep[] => [
  ...explainCredit(change),
  ...explainBalance(change),
  ...explainWriteOff(change),
  ...explainRest(change),
  ...explainDue(change),
  ...explainLater({ draft: change.draft, owed: change.subscription.owed }),
]

/** Explains a move of the next billing date. The running period or trial, which began at `start`, now ends at `to` instead of `from`. */
export const explainMove = (
  draft: QuoteDraft,
  { start, from, to }: { readonly start: Timestamp; readonly from: Timestamp; readonly to: Timestamp },
): readonly ExplainedStep[] => [
  { text: `The period from ${start} ends at ${to} instead of ${from}. What it cost stays.`, amount: 0 },
  { text: `Due now in ${draft.dueNow.currency}.`, amount: draft.dueNow.amount },
  ...explainLater({ draft, owed: noDebt }),
]

const explainCredit = ({ draft, subscription, mode }: ExplainedChange): readonly ExplainedStep[] => {
  const { period, planName, paidTax, earnsCredit, inTrial } = subscription
  const tax = draft.tax.rule
  if (mode === 'at_period_end') {
    const at = draft.nextCharge?.at ?? period.end
    return [{ text: `The plan changes at ${at}; until then the subscription stays as it is.`, amount: 0 }]
  }
  if (!mode.startsWith('prorated')) return [{ text: `${mode}: unused time earns no credit.`, amount: 0 }]
  if (inTrial && mode === 'prorated_next_billing_period') {
    return [{ text: 'The trial runs on as it is; nothing of it is exchanged.', amount: 0 }]
  }
  if (!earnsCredit) return [{ text: 'The current period is over or unpaid, so it earns no credit.', amount: 0 }]
  const [unused, whole] = [remainingSeconds(period, draft.at), secondsBetween(period.start, period.end)]
  return [
    {
      text: `The period from ${period.start} to ${period.end} on ${planName} cost this, net of tax and refunds.`,
      amount: period.costMinor,
    },
    {
      text: `At ${draft.at} ${unused} of its ${whole} seconds are unused: ${period.costMinor} × ${unused} ÷ ${whole}${explainWorth(paidTax, tax)}, rounded once, half away from zero.`,
      amount: unusedPeriodCredit(period, draft.at, taxRuleConversionFactor(paidTax, tax)),
    },
  ]
}

const explainBalance = ({ draft, subscription }: ExplainedChange): readonly ExplainedStep[] => {
  const { balanceMinor, paidTax } = subscription
  if (balanceMinor === 0) return []
  const tax = draft.tax.rule
  const what =
    balanceMinor > 0
      ? 'Credit kept from earlier changes'
      : 'Surcharge left by an earlier change, or by money that never came'
  const worth = explainWorth(paidTax, tax)
  const text = worth === '' ? `${what}.` : `${what}: ${balanceMinor}${worth}, rounded once, half away from zero.`
  return [{ text, amount: convertToTaxRule(balanceMinor, paidTax, tax) }]
}

/** Explains the credit or surcharge that returns to the balance if a new cycle writes off an unpaid running period. */
const explainWriteOff = ({ draft, subscription }: ExplainedChange): readonly ExplainedStep[] => {
  const { writtenOffMinor, paidTax } = subscription
  if (writtenOffMinor === 0 || !draft.restartsCycle) return []
  const what =
    writtenOffMinor > 0
      ? 'Credit that was spent on the period whose money never arrived; that period is written off'
      : 'Surcharge that the charge whose money never arrived had collected'
  return [{ text: `${what}.`, amount: convertToTaxRule(writtenOffMinor, paidTax, draft.tax.rule) }]
}

/** Explains how money is converted if it was paid with tax inside the price and tax is now added on top, or the reverse; else empty. */
const explainWorth = (paidTax: TaxRule | null, tax: TaxRule | null): string => {
  const { numerator, denominator } = taxRuleConversionFactor(paidTax, tax)
  if (numerator === denominator) return ''
  const { rate } = required(paidTax, 'tax rule that was paid under')
  return numerator < denominator
    ? ` ÷ (1 + ${rate}), because it was paid with the tax inside`
    : ` × (1 + ${rate}), because prices contain the tax now`
}

/** Explains the cost of the running period's remaining time on the new plan, if the next charge collects it. */
const explainRest = ({ draft, terms, subscription }: ExplainedChange): readonly ExplainedStep[] => {
  if (draft.periodCost === null) return []
  const interval = intervalFromPeriodStart(subscription, required(terms.interval, 'interval of plan', terms.id))
  const whole = secondsBetween(interval.start, interval.end)
  const rest = remainingSeconds(subscription.period, draft.at)
  const running = termsOfRunningPeriod(terms, subscription.periodDiscount)
  return [
    {
      text: `The remaining ${rest} seconds on ${terms.name}, whose interval from ${interval.start} to ${interval.end} has ${whole}: ${discountedPrice(running)} × ${rest} ÷ ${whole}, rounded once, half away from zero.`,
      amount: costOfSeconds(running, interval, rest),
    },
  ]
}

const explainDue = ({ draft }: ExplainedChange): readonly ExplainedStep[] => [
  ...draft.lines
    .filter(({ kind }) => kind !== 'tax')
    .map(({ kind, label, amount }) => ({ text: `${label} (${kind}).`, amount })),
  {
    text:
      draft.tax.rule === null
        ? 'Tax is not collected.'
        : `Tax at ${draft.tax.rule.rate}, ${draft.tax.rule.behavior}, on ${draft.subtotal}.`,
    amount: draft.tax.amount,
  },
  { text: `Due now in ${draft.dueNow.currency}.`, amount: draft.dueNow.amount },
]

const explainLater = ({
  draft,
  owed,
}: Pick<ExplainedChange, 'draft'> & Pick<QuotedSubscription, 'owed'>): readonly ExplainedStep[] => [
  ...(draft.balance === 0
    ? []
    : [
        {
          text: draft.balance > 0 ? 'Credit kept for later charges.' : 'Surcharge on the next charge.',
          amount: draft.balance,
        },
      ]),
  ...(draft.nextCharge === null
    ? []
    : [
        {
          text:
            draft.restartsCycle || owed.retried === null
              ? `Next charge at ${draft.nextCharge.at}.`
              : `Next charge at ${draft.nextCharge.at}, of what is owed already; the new price comes after it.`,
          amount: draft.nextCharge.amount,
        },
      ]),
]
