import type { Edit, Mutation } from './mutation.ts'
import { mutationsOfDebts } from './mutations-of-debts.ts'
import { mutationsOfQuotes } from './mutations-of-quotes.ts'

const billing = 'packages/server/src/billing'

const unlockedSubscription: Edit = {
  file: 'packages/server/src/store/subscriptions.ts',
  find: "const lockedById = lookup('subscriptions', ['organizationId', 'id'], { lock: 'wait' })",
  replace: "const lockedById = lookup('subscriptions', ['organizationId', 'id'], {})",
}
const believedClaim: Edit = {
  file: `${billing}/outcomes/apply-paid-purpose.ts`,
  find: '  if (!isStillQuotedOn(claim, subscription!, payment)) return { isWanted: false }\n',
  replace: '',
}
const believedRenewal: Edit = {
  file: `${billing}/outcomes/apply-paid-purpose.ts`,
  find: ' || !isStillOwed(claim, subscription, payment)',
  replace: '',
}
const randomReference: Edit = {
  file: `${billing}/attempts/derive-reference.ts`,
  find: '...basis.map(String)])',
  replace: '...basis.map(String), String(Math.random())])',
}

/** Every break of a promise that some test has to notice. */
export const mutations: readonly Mutation[] = [
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
      test: 'test/operations/charges-that-meet.test.ts',
      title: 'changes nothing, and its money goes back by itself',
    },
  },
  {
    name: 'a renewal is believed whatever it was for',
    edits: [believedRenewal],
    diesBy: {
      project: 'operations',
      test: 'test/operations/charges-that-meet.test.ts',
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
        file: 'packages/server/src/billing/load-idempotent-response.ts',
        find: 'openedHash === null || openedPaymentId === null\n',
        replace: 'true\n',
      },
    ],
    diesBy: { simulate: ['--meetings', '--again', '--pair', 'reactivation+reactivation'] },
  },
  {
    name: 'one settlement that the processor rejects keeps its batch waiting',
    edits: [
      {
        file: 'packages/server/src/processors/ask-for-settlements.ts',
        find: '      if (ids.length > 1) {\n',
        replace: '      if (ids.length > 1000) {\n',
      },
    ],
    diesBy: { simulate: ['--meetings', '--beside-trouble', '--pair', 'renewal+settlement'] },
  },
  {
    name: 'a subscription that cannot be leased keeps all others waiting',
    edits: [
      {
        file: `${billing}/due-work/take-due-subscriptions.ts`,
        find: '    return takeEach(billing, how, { mine, limit })\n',
        replace: '    return []\n',
      },
    ],
    diesBy: { simulate: ['--meetings', '--beside-trouble', '--pair', 'renewal+settlement'] },
  },
  {
    name: 'a customer is found by the external id of another organization',
    edits: [
      {
        file: 'packages/server/src/store/customers.ts',
        find: "    .where('organizationId', '=', organizationId)\n    .where('externalId', '=', externalId)\n",
        replace: "    .where('externalId', '=', externalId)\n    .orderBy('organizationId')\n",
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/whose-session.test.ts',
      title: 'each see and charge their own',
    },
  },
  {
    name: 'a paid change leads into a plan that is held already',
    edits: [
      {
        file: `${billing}/checks/refuse-double.ts`,
        find: "['subscribe', 'change_plan', 'recover']",
        replace: "['subscribe', 'recover']",
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/paid-changes.test.ts',
      title: 'into a plan that the customer has already are refused',
    },
  },
  {
    name: 'a claim of an earlier try serves another customer',
    edits: [
      {
        file: `${billing}/charge/open-payment.ts`,
        find: 'quote.hash === hash && customerId === sale.customer.id &&',
        replace: 'quote.hash === hash &&',
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/whose-session.test.ts',
      title: 'is claimed once more of another customer',
    },
  },
  {
    name: 'a claim of an earlier try serves other terms',
    edits: [
      {
        file: `${billing}/charge/open-payment.ts`,
        find: 'quote.hash === hash && customerId',
        replace: 'customerId',
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/whose-session.test.ts',
      title: 'is not what a session is for that was made',
    },
  },
  {
    name: 'a trial is had again with the e-mail address in capitals',
    edits: [
      {
        file: `${billing}/quotes/trial-history.ts`,
        find: "either('customers.normalizedEmail', '=', email.toLowerCase())",
        replace: "either('customers.normalizedEmail', '=', email)",
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/trials.test.ts',
      title: 'a trial is had once by an e-mail address, however it is written',
    },
  },
  {
    name: 'a renewal begins beside an unfinished checkout',
    edits: [
      {
        file: `${billing}/due-work/process-due-subscriptions.ts`,
        find: '  if (paying) {\n',
        replace: '  if (paying && false) {\n',
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/paid-changes.test.ts',
      title: 'hold up a renewal that falls due meanwhile',
    },
  },
  {
    name: 'a retry that was planned for this moment is made once more at once',
    edits: [
      {
        file: 'packages/domain/src/subscription/dunning.ts',
        find: 'planned > now ? planned',
        replace: 'planned >= now ? planned',
      },
    ],
    diesBy: {
      project: 'unit',
      test: 'packages/domain/src/subscription/dunning.test.ts',
      title: 'a try that was planned for this very moment follows a day from now',
    },
  },
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
  {
    name: 'a token for another audience is believed',
    edits: [
      {
        file: 'packages/server/src/credentials/client-tokens.ts',
        find: "          algorithms: ['EdDSA'],\n          audience,\n",
        replace: "          algorithms: ['EdDSA'],\n",
      },
    ],
    diesBy: {
      project: 'unit',
      test: 'packages/server/src/credentials/client-tokens.test.ts',
      title: 'a token that the same key signed for somebody else is refused',
    },
  },
  {
    name: 'a body may be a byte too long',
    edits: [
      {
        file: 'packages/server/src/http/read-body.ts',
        find: '  if (length <= bytesMax) return Buffer.concat(chunks)',
        replace: '  if (length <= bytesMax + 1) return Buffer.concat(chunks)',
      },
    ],
    diesBy: { project: 'unit', test: 'packages/server/src/http/app.test.ts', title: 'one byte too many' },
  },
  {
    name: 'the page around a challenge listens to every page',
    edits: [
      {
        file: 'packages/server/src/pages/action-documents.ts',
        find: '&&isOurs(event.origin)&&',
        replace: '&&',
      },
    ],
    diesBy: {
      project: 'unit',
      test: 'packages/server/src/pages/action-documents.test.ts',
      title: 'calls nothing off',
    },
  },
  ...mutationsOfQuotes,
  ...mutationsOfDebts,
]
