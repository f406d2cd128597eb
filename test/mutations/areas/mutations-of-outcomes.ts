import type { Mutation } from '../mutation.ts'

const billing = 'packages/server/src/billing'
const groupCommit = 'packages/database/src/transactions/group-commit.ts'
const groupCommitTest = 'packages/database/src/transactions/group-commit.test.ts'
const findNews = `${billing}/disputes/import-processor-news.ts`
const heardOfDisputes = 'test/operations/disputes/heard-of-disputes.test.ts'

/** Lets imported news count as complete although one kind was not recorded. */
const unrecorded = (kind: string, record: string): Mutation => ({
  name: `a ${kind} that could not be recorded is not asked for again`,
  edits: [
    {
      file: findNews,
      find: `await ${record}\n`,
      replace: `await ${record}\n    troubles.length = 0\n`,
    },
  ],
  diesBy: {
    project: 'operations',
    test: heardOfDisputes,
    title: 'from the same moment again if a',
  },
})

/** Violations of the promise that an outcome is recorded once, completely, and as the processor reported it. */
export const mutationsOfOutcomes: readonly Mutation[] = [
  {
    name: 'a dispute in another currency withdraws its own sum',
    edits: [
      {
        file: `${billing}/disputes/record-dispute.ts`,
        find: 'if (reported.currency === payment.currencyCode) return reported.amount',
        replace: 'if (reported.currency !== null) return reported.amount',
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/disputes/disputes.test.ts',
      title: 'than the payment withdraws all that is left of it',
    },
  },
  {
    name: 'news count as complete although one was not recorded',
    edits: [
      {
        file: findNews,
        find: 'troubles.length === 0\n      ? { completeUntil: begun',
        replace: 'troubles.length >= 0\n      ? { completeUntil: begun',
      },
    ],
    diesBy: {
      project: 'operations',
      test: heardOfDisputes,
      title: 'from the same moment again if a',
    },
  },
  unrecorded('dispute', 'recordEach(recordListed, news, ({ transactionId }) => transactionId)'),
  unrecorded('refund', 'recordEach(bookFound, refunds, ({ of }) => of)'),
  unrecorded('fraud warning', 'recordEach(saveWarning, warnings, ({ transactionId }) => transactionId)'),
  {
    name: 'news are asked for without an overlap',
    edits: [
      {
        file: findNews,
        find: 'addSeconds(completeUntil, -overlapSeconds)',
        replace: 'addSeconds(completeUntil, 0)',
      },
    ],
    diesBy: {
      project: 'operations',
      test: heardOfDisputes,
      title: 'from an hour before the server requested the last complete list',
    },
  },
  {
    name: 'a decline whose text cannot be stored is not owed a cancellation',
    edits: [
      {
        file: `${billing}/attempts/finish-attempt.ts`,
        find: '        ...(outcome.leftOpen && { leftOpen: true }),\n',
        replace: '',
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/processors/nonsense.test.ts',
      title: 'still owes the cancellation of a decline that was left open',
    },
  },
  {
    name: 'a taken reference that was declined and can still be paid has ended',
    edits: [
      {
        file: `${billing}/attempts/resolve-used-reference.ts`,
        find: "seen.kind === 'declined' && seen.leftOpen === true",
        replace: 'seen === undefined',
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/attempts/taken-references.test.ts',
      title: 'that can still be paid is closed first',
    },
  },
  {
    name: 'earlier refunds do not count for the net that a refund gives back',
    edits: [
      {
        file: 'packages/domain/src/payment/tax-of-refund.ts',
        find: 'refundedMinor: givenMinor + amountMinor',
        replace: 'refundedMinor: amountMinor',
      },
    ],
    diesBy: {
      project: 'unit',
      test: 'packages/domain/src/payment/tax-of-refund.test.ts',
      title: 'the refunds never give back more net than was paid',
    },
  },
  {
    name: 'a refund with less tax than its share gives back more net than was paid',
    edits: [
      {
        file: 'packages/domain/src/payment/tax-of-refund.ts',
        find: 'return Math.min(share, amountMinor)',
        replace: 'return Math.max(Math.min(share, amountMinor) - 1, 0)',
      },
    ],
    diesBy: {
      project: 'unit',
      test: 'packages/domain/src/payment/tax-of-refund.test.ts',
      title: 'the refunds never give back more net than was paid',
    },
  },
  {
    name: 'a group whose connection broke without a code is executed again',
    edits: [
      {
        file: groupCommit,
        find: "return typeof code === 'string' && refusals.test(code) ?",
        replace: "return typeof code !== 'string' || refusals.test(code) ?",
      },
    ],
    diesBy: { project: 'unit', test: groupCommitTest, title: 'runs no piece again if its connection is' },
  },
  {
    name: 'a group whose connection broke with a code of PostgreSQL is executed again',
    edits: [{ file: groupCommit, find: '(?:22|23|42|55|P0)', replace: '(?:08|22|23|42|55|57|P0)' }],
    diesBy: {
      project: 'unit',
      test: groupCommitTest,
      title: 'runs no piece again if the whole transaction fails with the code',
    },
  },
  {
    name: 'reconciling lists only what came after the last commit',
    edits: [
      {
        file: `${billing}/reconcile/reconcile-connections.ts`,
        find: 'addSeconds(lastCommitAt, -3600)',
        replace: 'lastCommitAt',
      },
      {
        file: `${billing}/reconcile/reconcile-connections.ts`,
        find: 'import { addSeconds, type Timestamp } from',
        replace: 'import type { Timestamp } from',
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/processors/reconcile-connections.test.ts',
      title: 'movements within the hour before the last certain commit',
    },
  },
  {
    name: 'a lost renewal is booked whatever its sum',
    edits: [
      {
        file: `${billing}/reconcile/book-lost-renewals.ts`,
        find: ' && listed.amount === amount &&',
        replace: ' &&',
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/processors/lost-renewals.test.ts',
      title: 'a lost renewal that would be charged in another',
    },
  },
  {
    name: 'a lost renewal is booked whatever its currency',
    edits: [
      {
        file: `${billing}/reconcile/book-lost-renewals.ts`,
        find: ' && listed.currency === currencyCode',
        replace: '',
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/processors/lost-renewals.test.ts',
      title: 'a lost renewal that would be charged in another',
    },
  },
  {
    name: 'reconciling ends while calls are open',
    edits: [
      {
        file: `${billing}/reconcile/reconcile-connections.ts`,
        find: 'if (open > 0) throw',
        replace: 'if (open < 0) throw',
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/processors/reconcile-connections.test.ts',
      title: 'no money moves again while the processor does not report the outcome of a listed call',
    },
  },
  {
    name: 'the quote that a merchant expects is ignored',
    edits: [
      {
        file: `${billing}/charge/begin-merchant-payment.ts`,
        find: '  refuseOtherTerms(expected.hash, view.quote)\n',
        replace: '',
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/payments/merchant-payments.test.ts',
      title: 'a plan is charged only by a quote of the same terms',
    },
  },
  {
    name: 'a merchant’s charge is quoted anew although it expects a quote',
    edits: [
      {
        file: `${billing}/charge/begin-merchant-payment.ts`,
        find: 'unsavedSession(work, customer.id, body, expected.quote)',
        replace: 'unsavedSession(work, customer.id, body, null)',
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/subscriptions/quotes-of-changes.test.ts',
      title: 'a change is charged as previewed for half an hour',
    },
  },
  {
    name: 'a quote outlives the period that it prorates',
    edits: [
      {
        file: `${billing}/quotes/freeze-quote.ts`,
        find: 'return periodEnd !== undefined && periodEnd > now && periodEnd < halfHour ? periodEnd : halfHour',
        replace: 'return periodEnd !== undefined && periodEnd === now ? periodEnd : halfHour',
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/checkout/quoted-when-opened.test.ts',
      title: 'is not charged by that quote afterwards',
    },
  },
  {
    name: 'technical failures before a decline go on counting',
    edits: [
      {
        file: `${billing}/subscriptions/dun-subscription.ts`,
        find: '    failureCount: 0,\n',
        replace: '',
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/renewals/ways-out-of-past-due.test.ts',
      title: 'technical failures before a decline do not count with those after it',
    },
  },
]
