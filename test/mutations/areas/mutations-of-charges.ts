import type { Edit, Mutation } from '../mutation.ts'

const billing = 'packages/server/src/billing'

const unlockedSubscription: Edit = {
  file: 'packages/server/src/store/entities/subscriptions.ts',
  find: "const lockedById = lookup('subscriptions', ['id'], { lock: 'wait' })",
  replace: "const lockedById = lookup('subscriptions', ['id'], {})",
}
const believedClaim: Edit = {
  file: `${billing}/outcomes/apply-paid-purpose.ts`,
  find: 'if (!(await isQuotedStateCurrent(work, quote, changed, payment))) {',
  replace: 'if ((await isQuotedStateCurrent(work, quote, changed, payment)) === null) {',
}
const believedRenewal: Edit = {
  file: `${billing}/outcomes/apply-paid-purpose.ts`,
  find: ' || !isRenewalStillOwed(claim.quote, subscription, payment)',
  replace: '',
}
const randomReference: Edit = {
  file: `${billing}/attempts/derive-reference.ts`,
  find: '...basis.map(String)])',
  replace: '...basis.map(String), String(Math.random())])',
}

/** Makes a renewal use a column's value from the time when the subscription was leased. */
const staleRenewal = (column: string, title: string): Mutation => ({
  name: `a renewal does not notice that its ${column} has changed since it was leased`,
  edits: [
    {
      file: `${billing}/charge/open-renewal.ts`,
      find: `one.${column} === other.${column}`,
      replace: 'true',
    },
  ],
  diesBy: { project: 'operations', test: 'test/operations/renewals/renewals-that-wait.test.ts', title },
})

/** Violations of the promise that nothing is charged twice, whatever requests coincide and whatever a database has lost. */
export const mutationsOfCharges: readonly Mutation[] = [
  {
    name: 'a subscription is quoted without a lock, and a claim is believed whatever it was quoted on',
    edits: [unlockedSubscription, believedClaim, believedRenewal],
    diesBy: { simulate: ['--meetings', '--pair', 'recovery+retry'] },
  },
  {
    name: 'two upgrades are quoted without a lock',
    edits: [unlockedSubscription, believedClaim, believedRenewal],
    diesBy: { simulate: ['--meetings', '--pair', 'upgrade+upgrade'] },
  },
  {
    name: 'a change of plan that counts on money which never came is believed',
    edits: [unlockedSubscription, believedClaim, believedRenewal],
    diesBy: { simulate: ['--meetings', '--pair', 'upgrade+failed settlement'] },
  },
  {
    name: 'a paid change is believed whatever it was quoted on',
    edits: [believedClaim],
    diesBy: {
      project: 'operations',
      test: 'test/operations/payments/charges-that-meet.test.ts',
      title: 'changes nothing, and its money goes back by itself',
    },
  },
  {
    name: 'a renewal is believed whatever it was for',
    edits: [believedRenewal],
    diesBy: {
      project: 'operations',
      test: 'test/operations/payments/charges-that-meet.test.ts',
      title: 'a renewal of a period that is no longer owed goes back by itself',
    },
  },
  {
    name: 'a reference is made anew each time',
    edits: [randomReference],
    diesBy: { simulate: ['--meetings', '--losses', '--pair', 'recovery+recovery'] },
  },
  {
    name: 'a renewal has a new reference after a failover',
    edits: [randomReference],
    diesBy: { simulate: ['--meetings', '--losses', '--pair', 'renewal+renewal'] },
  },
  {
    name: 'a refund has a new reference after a failover',
    edits: [randomReference],
    diesBy: { simulate: ['--meetings', '--losses', '--pair', 'refund+refund'] },
  },
  {
    name: 'a change that is charged is charged again for the same key',
    edits: [
      {
        file: `${billing}/charge/change-subscription.ts`,
        find: '  reserveKeyOfChange(work, call, opened.paymentId)\n',
        replace: '',
      },
      {
        file: 'packages/server/src/store/requests/load-idempotent-response.ts',
        find: 'openedHash === null || openedPaymentId === null\n',
        replace: 'true\n',
      },
    ],
    diesBy: { simulate: ['--meetings', '--again', '--pair', 'reactivation+reactivation'] },
  },
  {
    name: 'a change is answered before its charge has an outcome',
    edits: [
      {
        file: 'packages/server/src/store/entities/payments.ts',
        find: "return paymentStatus === 'PENDING'",
        replace: 'return false',
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/subscriptions/paid-changes.test.ts',
      title: 'has no answer while its outcome is unknown',
    },
  },
  {
    name: 'a sealed card is charged over the next connection, though nobody knows whether the first has charged it',
    edits: [
      {
        file: 'packages/server/src/processors/outcome.ts',
        find: 'return outcome.notSent === true',
        replace: 'return true',
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/attempts/handed-on.test.ts',
      title: 'where it is not known what became of it',
    },
  },
  {
    name: 'a sealed card is charged over the next connection by who was overtaken',
    edits: [
      {
        file: `${billing}/attempts/run-attempt.ts`,
        find: 'if (!isHeldByCaller) return undefined',
        replace: '',
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/attempts/handed-on.test.ts',
      title: 'if another worker has taken over the attempt meanwhile',
    },
  },
  {
    name: 'what kept a charge from being made is believed, though a former holder may still make it',
    edits: [
      {
        file: `${billing}/attempts/make-call.ts`,
        find: 'if (attempt.fence === 1) return',
        replace: 'if (attempt.fence >= 1) return',
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/attempts/records-that-fail.test.ts',
      title: 'is closed before it has failed, where a former holder may still make it',
    },
  },
  {
    name: 'an amount that a processor refuses counts as a decline',
    edits: [
      {
        file: `${billing}/outcomes/finish-authorization.ts`,
        find: "refused ? { kind: 'refused', message }",
        replace: "refused && lockedOut ? { kind: 'refused', message }",
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/stripe/bad-charges.test.ts',
      title: 'an amount that Stripe refuses when it renews is deferred, tells the operator, and is never a dunning try',
    },
  },
  staleRenewal('planId', 'charges for the current plan'),
  staleRenewal('paymentMethodId', 'charges the card that its shopper has added since'),
  staleRenewal('currentPeriodEnd', 'charges the next period if another worker has renewed the subscription before'),
  staleRenewal('owedClaimId', 'charges only the period whose money was lost meanwhile'),
]
