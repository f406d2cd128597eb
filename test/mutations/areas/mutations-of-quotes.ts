import type { Mutation } from '../mutation.ts'

const billing = 'packages/server/src/billing'

/** A payment whose quote's hash does not tell one part of what the shopper saw. */
const unhashed = (what: string, part: string): Mutation => ({
  name: `a quote has the same hash with ${what}`,
  edits: [{ file: 'packages/domain/src/checkout/hash-quote.ts', find: `        ${part},\n`, replace: '' }],
  diesBy: {
    project: 'unit',
    test: 'packages/domain/src/checkout/hash-quote.test.ts',
    title: 'alone makes another hash',
  },
})

/** A paid change that forgets one part of what it was quoted on. */
const forgottenBasis = (what: string, part: string): Mutation => ({
  name: `a paid change is believed where there is ${what}`,
  edits: [
    {
      file: `${billing}/charge-input/quoted-on.ts`,
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

/** Breaks of the promise that what was shown is what is charged, and changes only what it was quoted on. */
export const mutationsOfQuotes: readonly Mutation[] = [
  unhashed('another recurring amount', 'draft.recurring?.amount ?? null'),
  unhashed('another sum of the next charge', 'draft.nextCharge?.amount ?? null'),
  unhashed('tax on the other side', 'draft.tax.rule?.behavior ?? null'),
  forgottenBasis('another plan', 'planId: row.planId'),
  forgottenBasis('another price', 'priceAmount: row.priceAmount'),
  forgottenBasis('another currency', 'priceCurrency: row.priceCurrency'),
  forgottenBasis('another end of the period', 'periodEnd: row.currentPeriodEnd'),
  forgottenBasis('another start of the period', 'periodStart: row.currentPeriodStart'),
  forgottenBasis('a period paid for by another payment', 'periodPaymentId: row.periodPaymentId'),
  forgottenBasis('less credit', "periodCostMinor: purpose === 'change_plan' ? row.periodCostAmount : null"),
  forgottenBasis('something owed', 'owedClaimId: row.owedClaimId'),
  forgottenBasis('an end', "isEnded: row.status === 'cancelled'"),
  {
    name: 'more than a whole period is unused before it starts',
    edits: [
      {
        file: 'packages/domain/src/subscription/unused-credit.ts',
        find: 'Math.min(Math.max(secondsBetween(at, period.end), 0), secondsBetween(period.start, period.end))',
        replace: 'Math.max(secondsBetween(at, period.end), 0)',
      },
    ],
    diesBy: {
      project: 'unit',
      test: 'packages/domain/src/subscription/unused-credit.test.ts',
      title: 'so much of a period is not used up',
    },
  },
]
