import type { Mutation } from '../mutation.ts'

const billing = 'packages/server/src/billing'

/** Violations of the promise that what is owed stays owed, and that two workers never do the same work. */
export const mutationsOfDebts: readonly Mutation[] = [
  {
    name: 'nobody asks whether a refund that has arrived was taken back',
    edits: [
      {
        file: `${billing}/payments/record-accepted-refund.ts`,
        find: 'const queriedAfterDays = [1, 3, 7, 14, 30]',
        replace: 'const queriedAfterDays = [365]',
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/refunds/reversed-refunds.test.ts',
      title: 'returns the money to the merchant, who may refund it again',
    },
  },
  {
    name: 'a refund that was taken back goes on counting as refunded',
    edits: [
      {
        file: `${billing}/outcomes/finish-refund.ts`,
        find: '{ refundedAmount: payment.refundedAmount - amount }',
        replace: '{ refundedAmount: payment.refundedAmount }',
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/refunds/reversed-refunds.test.ts',
      title: 'returns the money to the merchant, who may refund it again',
    },
  },
  {
    name: 'what we owe is forgotten when its refund is taken back',
    edits: [
      {
        file: `${billing}/outcomes/fail-refund.ts`,
        find: '  for (const obligation of owed) await reopenObligation(',
        replace: '  for (const obligation of owed.slice(1)) await reopenObligation(',
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/refunds/reversed-refunds.test.ts',
      title: 'and that we owed is owed again, and made in the end',
    },
  },
  {
    name: 'what we owe and could not give is never tried again',
    edits: [
      {
        file: `${billing}/obligations/open-obligation.ts`,
        find: '    dueAt: isLookedUp ? work.now : retryAt(work.now, tries),\n',
        replace: "    dueAt: '9000-01-01T00:00:00.000Z',\n",
      },
    ],
    diesBy: { simulate: ['--runs', '200'] },
  },
  {
    name: 'what we owe is given up when it is refused once',
    edits: [
      {
        file: `${billing}/obligations/open-obligation.ts`,
        find: '  const tries = obligation.tries + 1\n',
        replace: '  if (obligation) return markClosed(work, obligation, moneyNeverCame)\n  const tries = 1\n',
      },
    ],
    diesBy: { simulate: ['--runs', '200'] },
  },
  {
    name: 'a refused void says that no money was taken',
    edits: [
      {
        file: `${billing}/outcomes/finish-capture-or-void.ts`,
        find: "outcome.kind === 'approved' && payment.paymentStatus === 'AUTHORIZED'",
        replace: "payment.paymentStatus === 'AUTHORIZED'",
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/refunds/obligations.test.ts',
      title: 'a payment whose void is refused is cancelled once its money',
    },
  },
  {
    name: 'money that never came and could not be refunded is owed by nobody',
    edits: [
      {
        file: `${billing}/outcomes/finish-refund.ts`,
        find: "if (payment.paymentStatus === 'FAILED' && wasWhole",
        replace: "if (payment.paymentStatus === 'FAILED' && wasWhole && false",
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/refunds/obligations.test.ts',
      title: 'where money never came and its whole refund is refused after that, its period is owed and charged again',
    },
  },
  {
    name: 'an attempt is leased by the clock of its server',
    edits: [
      {
        file: `${billing}/attempts/open-attempt.ts`,
        find: 'work.leaseNow : addSeconds(work.leaseNow, leaseSeconds)',
        replace: 'work.leaseNow : addSeconds(openedAt, leaseSeconds)',
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/renewals/skewed-clocks.test.ts',
      title: 'leases a charge for as long as a server whose clock is right',
    },
  },
  {
    name: 'nobody owes the cancellation of a declined charge',
    edits: [
      {
        file: `${billing}/outcomes/finish-authorization.ts`,
        find: 'if (outcome.leftOpen) oweChargeCancellation(',
        replace: 'if (outcome.leftOpen && work.now === "") oweChargeCancellation(',
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/stripe/declined-intents.test.ts',
      title: 'is answered at once if Stripe does not cancel it, and is canceled later, however often that is refused',
    },
  },
  {
    name: 'money that was paid after a decline is kept',
    edits: [
      {
        file: `${billing}/differences/cancel-declined-charge.ts`,
        find: "if (outcome.kind !== 'approved' || outcome.released === true)",
        replace: "if (outcome.kind !== 'unknown')",
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/stripe/declined-intents.test.ts',
      title:
        'and that a client pays with its secret first: the money goes back by itself, and the shopper buys meanwhile',
    },
  },
  {
    name: 'a method that is detached stays at its processor',
    edits: [
      {
        file: `${billing}/customers/detach-method.ts`,
        find: '!== true) await oweDetachment(',
        replace: '=== true) await oweDetachment(',
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/stripe/detached-methods.test.ts',
      title: 'is detached at Stripe once',
    },
  },
]
