import { discountOfCharge } from '../discount/discount-terms.ts'
import type { PlanTerms } from '../plan/terms-for-country.ts'
import { quantityMember } from '../plan/quantity.ts'
import { taxesOfRoundedSum, type TaxRule } from '../tax/tax-on.ts'

/**
 * The group of each kind of line: the price of the plan or trial, a part of the subscription's balance, tax, or `nothing` for a line
 * without money. A customer's credit counts as balance, because it joins the balance of the subscription whose charge spends it.
 */
export const quoteLineKinds = {
  plan: 'price',
  discount: 'price',
  trial: 'price',
  credit: 'balance',
  kept: 'balance',
  customer_credit: 'balance',
  surcharge: 'balance',
  rounding: 'balance',
  tax: 'tax',
  verification: 'nothing',
} as const

/**
 * One line of a quote in minor units; negative for credit and discounts. `surcharge` is a sum that an earlier plan change or charge left to
 * collect. `kept` is credit beyond the price, which stays for later charges. `customer_credit` is credit of the customer that this charge
 * spends. `rounding` is the part that the processor cannot charge now; a subscription's next charge collects it.
 */
export interface QuoteLine {
  readonly kind: keyof typeof quoteLineKinds
  readonly label: string
  readonly amount: number
  /** The tax rate; present if the label is the tax's own name. */
  readonly rate?: string
  /** How many units of the plan the amount is for, if more than one. The amount is a multiple of the quantity. */
  readonly quantity?: number
}

/**
 * One line for each tax that is added on top, unless the tax is 0. Tax inside the price has no line, so that the lines always sum to the
 * amount due.
 */
export const taxLines = (due: TaxedSum, rule: TaxRule | null): readonly QuoteLine[] =>
  rule?.behavior !== 'exclusive'
    ? []
    : taxesOfRoundedSum(due, rule)
        .filter(({ amount }) => amount !== 0)
        .map(({ rate, name, amount }) =>
          name === null ? { kind: 'tax', label: rate, amount } : { kind: 'tax', label: name, rate, amount },
        )

/** A net sum, the tax on it, and the charged amount, in minor units. */
interface TaxedSum {
  readonly subtotal: number
  readonly tax: number
  readonly amount: number
}

/** The line of a plan's price. */
const planLine = (terms: PlanTerms): QuoteLine => ({
  kind: 'plan',
  label: terms.name,
  amount: terms.price.amount,
  ...quantityMember(terms),
})

/** The line of a trial's price. */
export const trialLine = (terms: PlanTerms): QuoteLine => {
  const amount = terms.trial?.price?.amount ?? 0
  return { kind: 'trial', label: terms.name, amount, ...(amount === 0 ? {} : quantityMember(terms)) }
}

/** The lines of a plan's price and of its discount. `charge` counts paid periods from now: 0 is the next paid period. */
export const priceLines = (terms: PlanTerms, charge = 0): readonly QuoteLine[] => {
  const off = discountOfCharge(terms, charge)
  return off === 0 || terms.discount === undefined
    ? [planLine(terms)]
    : [planLine(terms), { kind: 'discount', label: terms.discount.name, amount: -off }]
}

/**
 * The line of the balance that a charge uses up: credit that it spends, or a surcharge if `used` is negative. Its label is the plan whose
 * unused time became credit, or whose time is still unpaid.
 */
export const balanceLines = (label: string, used: number): readonly QuoteLine[] =>
  used === 0 ? [] : [{ kind: used > 0 ? 'credit' : 'surcharge', label, amount: -used }]

/** The line of the part that the processor cannot charge, in minor units. */
export const roundingLines = (label: string, left: number): readonly QuoteLine[] =>
  left === 0 ? [] : [{ kind: 'rounding', label, amount: -left }]

/** The sum of lines, in minor units. */
export const sumOfLines = (lines: readonly Pick<QuoteLine, 'amount'>[]): number =>
  lines.reduce((sum, { amount }) => sum + amount, 0)

/** The line of credit beyond what a charge needs. */
export const keptCreditLines = (label: string, kept: number): readonly QuoteLine[] =>
  kept === 0 ? [] : [{ kind: 'kept', label, amount: kept }]

/** The line of the customer's credit that a charge spends. */
export const customerCreditLines = (label: string, spent: number): readonly QuoteLine[] =>
  spent === 0 ? [] : [{ kind: 'customer_credit', label, amount: -spent }]

/** How much of the customer's credit a charge's lines spend, in minor units. */
export const customerCreditSpentBy = ({ lines }: { readonly lines: readonly QuoteLine[] }): number =>
  lines.reduce((sum, { kind, amount }) => (kind === 'customer_credit' ? sum - amount : sum), 0)

/** The part that the processor cannot charge now and that a later charge collects, in minor units. */
export const unchargedRemainder = ({ lines }: { readonly lines: readonly QuoteLine[] }): number =>
  lines.reduce((sum, { kind, amount }) => (kind === 'rounding' ? sum - amount : sum), 0)

/**
 * How much of the balance a charge uses, in minor units: the credit that it spends, less its surcharge, plus the part that the processor
 * cannot charge now.
 */
export const balanceUsedBy = ({ lines }: { readonly lines: readonly QuoteLine[] }): number =>
  lines.reduce((sum, { kind, amount }) => (quoteLineKinds[kind] === 'balance' ? sum - amount : sum), 0)
