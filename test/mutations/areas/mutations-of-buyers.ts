import type { Edit, Mutation } from '../mutation.ts'

const billing = 'packages/server/src/billing'
const sameEmail = 'test/operations/customers/same-email.test.ts'

const unlockedAddress: Edit = {
  file: `${billing}/checks/is-bought-meanwhile.ts`,
  find: '  await lockNames(work, [lockName.email(email)])\n',
  replace: '',
}

/** Violations of the promise that customers pay only for their own purchases, and for each only once. */
export const mutationsOfBuyers: readonly Mutation[] = [
  {
    name: 'a customer is found by the external id of another organization',
    edits: [
      {
        file: 'packages/database/src/statements/owned-rows.ts',
        find: "    OperatorNode.create('='),\n    ValueNode.create(value),",
        // Later organizations have greater ids, so with `<=`, an organization would also see the customers of older organizations.
        replace:
          "    OperatorNode.create(table.table.identifier.name === 'customers' ? '<=' : '='),\n    ValueNode.create(value),",
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/checkout/whose-session.test.ts',
      title: 'each see and charge their own',
    },
  },
  {
    name: 'a paid change leads into a plan that is held already',
    edits: [
      {
        file: `${billing}/checks/refuse-duplicate-purchase.ts`,
        find: "['subscribe', 'change_plan', 'recover']",
        replace: "['subscribe', 'recover']",
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/subscriptions/paid-changes.test.ts',
      title: 'into a plan that the customer has already are refused',
    },
  },
  {
    name: 'a claim of an earlier try serves another customer',
    edits: [
      {
        file: `${billing}/charge/open-payment.ts`,
        find: '      customerId === customer.id &&\n',
        replace: '',
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/checkout/whose-session.test.ts',
      title: 'another customer gets a claim of their own',
    },
  },
  {
    name: 'a claim of an earlier try serves other terms',
    edits: [
      {
        file: `${billing}/charge/open-payment.ts`,
        find: '      quote.hash === quotedSale.quote.hash &&\n',
        replace: '',
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/checkout/whose-session.test.ts',
      title: 'is not used if the session was made',
    },
  },
  {
    name: 'a trial is had again with the e-mail address in capitals',
    edits: [
      {
        file: `${billing}/quotes/trial-history.ts`,
        find: 'email === null ? undefined : foldText(email)',
        replace: 'email ?? undefined',
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/subscriptions/trials.test.ts',
      title: 'a trial is given once to an e-mail address, however it is written',
    },
  },
  {
    name: 'what two of one e-mail address have paid for is not compared',
    edits: [
      {
        file: `${billing}/outcomes/apply-paid-purpose.ts`,
        find: '  if (mayBeDuplicate && sessionId !== null && (await isBoughtMeanwhile(work, payment))) {\n',
        replace: '  if (mayBeDuplicate && false && sessionId !== null && (await isBoughtMeanwhile(work, payment))) {\n',
      },
    ],
    diesBy: {
      project: 'operations',
      test: sameEmail,
      title: 'of two that are paid the second goes back',
    },
  },
  {
    name: 'what two of one e-mail address have paid for is compared without a lock',
    edits: [unlockedAddress],
    diesBy: {
      project: 'operations',
      test: sameEmail,
      title: 'buy a plan once when both banks approve at the same time',
    },
  },
  {
    name: 'two tabs of one e-mail address are compared without a lock',
    edits: [unlockedAddress],
    diesBy: { simulate: ['--meetings', '--pair', 'approval+approval'] },
  },
  {
    name: 'whoever shares an e-mail address waits for the bank of a stranger',
    edits: [
      {
        file: `${billing}/checks/refuse-duplicate-purchase.ts`,
        find: '  if (!isOwn && isAwaited) return true\n',
        replace: '',
      },
    ],
    diesBy: { project: 'operations', test: sameEmail, title: 'do not wait for another shopper’s bank' },
  },
  {
    name: 'an e-mail address in capitals is another one',
    edits: [
      {
        file: `${billing}/checks/refuse-duplicate-purchase.ts`,
        find: "'=', foldText(email))",
        replace: "'=', email)",
      },
    ],
    diesBy: { project: 'operations', test: sameEmail, title: 'the second goes back, however either wrote the address' },
  },
  {
    name: 'a customer whom another session has just created is charged beside their merchant',
    edits: [
      {
        file: `${billing}/charge/begin-checkout-payment.ts`,
        find: 'buyer === undefined || buyer.id === namedCustomer?.id',
        replace: 'true',
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/payments/buyers-that-change.test.ts',
      title: 'a plan is sold once if its shopper’s customer was just created by another session',
    },
  },
]
