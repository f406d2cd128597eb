import type { Mutation } from '../mutation.ts'

const billing = 'packages/server/src/billing'

/** Makes a quote's hash ignore one part that the shopper saw. */
const unhashed = (what: string, part: string, title = 'alone makes another hash'): Mutation => ({
  name: `a quote has the same hash with ${what}`,
  edits: [{ file: 'packages/domain/src/checkout/hash-quote.ts', find: `        ${part},\n`, replace: '' }],
  diesBy: {
    project: 'unit',
    test: 'packages/domain/src/checkout/hash-quote.test.ts',
    title,
  },
})

/** Makes a paid change ignore one part of the state on which it was quoted. */
const forgottenBasis = (what: string, part: string): Mutation => ({
  name: `a paid change is believed where there is ${what}`,
  edits: [
    {
      file: `${billing}/charge-input/quoted-state.ts`,
      find: `  ${part},\n`,
      replace: `  ${part.split(':')[0]}: null as never,\n`,
    },
  ],
  diesBy: {
    project: 'operations',
    test: 'test/operations/payments/charges-that-meet.test.ts',
    title: 'changes nothing, and its money goes back by itself',
  },
})

/**
 * Violations of the promise that shoppers are charged what they were shown, and that a payment changes a subscription only as it was
 * quoted.
 */
export const mutationsOfQuotes: readonly Mutation[] = [
  unhashed('another recurring amount', 'draft.recurring?.amount ?? null'),
  unhashed('another sum of the next charge', 'draft.nextCharge?.amount ?? null'),
  unhashed('tax on the other side', 'draft.tax.rule?.behavior ?? null'),
  unhashed(
    'other charges after the next one',
    '...later.slice(1).flatMap(({ amount, at }) => [amount, at.slice(0, 10)])',
    'less credit changes the hash',
  ),
  forgottenBasis('another plan', 'planId: row.planId'),
  forgottenBasis('another price', 'priceAmount: row.priceAmount'),
  forgottenBasis('another quantity', 'quantity: row.quantity'),
  forgottenBasis('another currency', 'priceCurrency: row.priceCurrency'),
  forgottenBasis('another end of the period', 'periodEnd: row.currentPeriodEnd'),
  forgottenBasis('another start of the period', 'periodStart: row.currentPeriodStart'),
  forgottenBasis('a period paid for by another payment', 'periodPaymentId: row.periodPaymentId'),
  forgottenBasis('less credit', 'periodCostMinor: dependsOnCost ? row.periodCostAmount : null'),
  forgottenBasis('something owed', 'owedClaimId: row.owedClaimId'),
  forgottenBasis('an end', "isEnded: row.status === 'cancelled'"),
  {
    name: 'a renewal is charged between two steps of its currency',
    edits: [
      {
        file: `${billing}/quotes/freeze-renewal-quote.ts`,
        find: 'balanceMinor, paidTax, tax: ruleOf(tax), limits }',
        replace: 'balanceMinor, paidTax, tax: ruleOf(tax) }',
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/payments/amounts-on-steps.test.ts',
      title: 'is rounded down in a line of its own, and the rest is owed with the next charge',
    },
  },
  {
    name: 'what a renewal cannot charge is given up',
    edits: [
      {
        file: 'packages/domain/src/subscription/quote-renewal.ts',
        find: 'const balanceUsed = spent + due.left',
        replace: 'const balanceUsed = spent',
      },
    ],
    diesBy: {
      project: 'unit',
      test: 'packages/domain/src/checkout/chargeable-quotes.test.ts',
      title: 'renewals charge multiples of the step, and the whole price in the end',
    },
  },
  {
    name: 'a renewal that is too small for the processor is charged',
    edits: [
      {
        file: 'packages/domain/src/subscription/quote-renewal.ts',
        find: "roundToChargeable(price - spent, tax, limits, 'is left')",
        replace: "roundToChargeable(price - spent, tax, limits, 'is charged')",
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/payments/amounts-on-steps.test.ts',
      title: 'a renewal below the processor’s minimum is charged with the next one, or never if there is none',
    },
  },
  {
    name: 'what could not be charged is owed for ever',
    edits: [
      {
        file: `${billing}/quotes/quoted-subscription.ts`,
        find: 'balanceMinor: isCancelled ? waived : balanceAmount',
        replace: 'balanceMinor: balanceAmount',
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/payments/amounts-on-steps.test.ts',
      title: 'if the customer recovers it',
    },
  },
  {
    name: 'what could not be charged is waived although its period is written off',
    edits: [
      {
        file: `${billing}/quotes/quoted-subscription.ts`,
        find: 'withoutLeftover(balanceAmount + writtenOffMinor, charge, paidTax) - writtenOffMinor',
        replace: 'withoutLeftover(balanceAmount, charge, paidTax)',
      },
    ],
    diesBy: {
      project: 'simulation',
      test: 'test/simulation/subscribers.test.ts',
      title: ', which once found a fault',
    },
  },
  {
    name: 'krónur are charged by the hundredth',
    edits: [{ file: 'packages/stripe/src/amounts.ts', find: '  ISK: { stripe: 100, ours: 1 },\n', replace: '' }],
    diesBy: {
      project: 'operations',
      test: 'test/operations/stripe/currencies.test.ts',
      title: ' is charged, renewed and refunded, and the books agree',
    },
  },
  {
    name: 'more than a whole period is unused before it starts',
    edits: [
      {
        file: 'packages/domain/src/subscription/unused-period-credit.ts',
        find: 'Math.min(Math.max(secondsBetween(at, period.end), 0), secondsBetween(period.start, period.end))',
        replace: 'Math.max(secondsBetween(at, period.end), 0)',
      },
    ],
    diesBy: {
      project: 'unit',
      test: 'packages/domain/src/subscription/unused-period-credit.test.ts',
      title: 'so much of a period is not used up',
    },
  },
]
