import type { Mutation } from '../mutation.ts'

const billing = 'packages/server/src/billing'
const lostMoney = 'test/operations/subscriptions/credit-of-lost-money.test.ts'

const ledger = 'packages/domain/src/credit/credit-ledger.ts'

/** Breaks a rule of the credit ledger by one edit, which the ledger's test has to notice. */
const brokenRule = (name: string, find: string, replace: string, title: string): Mutation => ({
  name,
  edits: [{ file: ledger, find, replace }],
  diesBy: { project: 'unit', test: 'packages/domain/src/credit/credit-ledger.test.ts', title },
})

/** Breaks a rule about costs that wait for the next charge by one edit, which the test of deferred costs has to notice. */
const deferredWrongly = (name: string, find: string, replace: string, title: string): Mutation => ({
  name,
  edits: [{ file: ledger, find, replace }],
  diesBy: { project: 'unit', test: 'packages/domain/src/credit/deferred-cost.test.ts', title },
})

/** Makes one file forget the cost that waits for the next charge, which a story has to notice. */
const deferredForgotten = (name: string, file: string, find: string, title: string): Mutation => ({
  name,
  edits: [{ file: `${billing}/${file}`, find, replace: '' }],
  diesBy: { project: 'operations', test: 'test/operations/refunds/refunds-and-credit.test.ts', title },
})

const ofCustomers = 'test/operations/customers/customer-credit.test.ts'

/** Violations of the promise that every unit of credit has a source and is spent once. */
export const mutationsOfCredit: readonly Mutation[] = [
  deferredWrongly(
    'a surcharge that was agreed on counts as credit that went back',
    'balanceMinor + deferredMinor < 0',
    'balanceMinor - deferredMinor * 0 < 0',
    'is not missing from the period',
  ),
  deferredWrongly(
    'what an exchange leaves to the next charge stays after another exchange',
    'Math.max(before.deferredMinor - unusedMinor, 0)',
    'before.deferredMinor',
    'is only the later cost after another exchange',
  ),
  deferredWrongly(
    'the time that was used between two exchanges is forgotten',
    'Math.max(before.deferredMinor - unusedMinor, 0) + restMinor',
    'restMinor',
    'includes the used time on a plan before a change to a free one',
  ),
  deferredForgotten(
    'an exchange does not note what it leaves to the next charge',
    'subscriptions/columns-after-free-change.ts',
    '        deferredCostAmount: deferredCost(subscription, ledger, { at, balanceMinor: balance }),\n',
    'resumes without a charge if enough credit is left',
  ),
  deferredForgotten(
    'a renewal leaves the cost that it collected waiting',
    'subscriptions/renew-subscription.ts',
    '    deferredCostAmount: 0,\n',
    'a cancelled subscriber is charged for continuing if credit went back that paid for',
  ),
  deferredForgotten(
    'a new cycle leaves the cost of the former period waiting',
    'subscriptions/processed-columns.ts',
    ', deferredCostAmount: 0',
    'a cancelled subscriber is charged for continuing if credit went back that paid for',
  ),
  {
    name: 'a payment that comes to nothing keeps the credit of its customer',
    edits: [
      {
        file: `${billing}/payments/update-payment.ts`,
        find: 'payment.creditAmount > 0 && buysNothing(payment, change)',
        replace: 'false',
      },
    ],
    diesBy: { project: 'operations', test: ofCustomers, title: 'goes back if the settlement fails' },
  },
  {
    name: 'whoever types the e-mail address of a customer spends their credit',
    edits: [
      {
        file: `${billing}/quotes/quoted-credit.ts`,
        find: 'purpose === null || !isBuyerNamed(session.members)',
        replace: 'purpose === null',
      },
    ],
    diesBy: { project: 'operations', test: ofCustomers, title: 'is neither shown to nor spent by' },
  },
  {
    name: 'a page that does not show the credit may spend it',
    edits: [
      {
        file: 'packages/domain/src/checkout/hash-quote.ts',
        find: '        customerCreditSpentBy(draft),\n',
        replace: '',
      },
    ],
    diesBy: {
      project: 'unit',
      test: 'packages/domain/src/checkout/hash-quote.test.ts',
      title: 'a price that credit covers has another hash',
    },
  },
  {
    name: 'credit of a period whose money was lost is counted twice',
    edits: [
      {
        file: `${billing}/quotes/quoted-subscription.ts`,
        find: 'owedClaimId === null ? (period?.balanceUsed ?? 0) : 0',
        replace: 'period?.balanceUsed ?? 0',
      },
    ],
    diesBy: { project: 'operations', test: lostMoney, title: 'a retry of a lost renewal leaves the charge after it' },
  },
  {
    name: 'what is returned of a period that ended counts as that of the running one',
    edits: [
      {
        file: `${billing}/credit/withdraw-money-from-subscription.ts`,
        find: 'leftAt: periodLeftAt ?? (isRunning ? null : taken.periodEnd)',
        replace: 'leftAt: periodLeftAt',
      },
    ],
    diesBy: { project: 'operations', test: lostMoney, title: 'returns nothing to the running period' },
  },
  {
    name: 'a dispute does not follow a period that a late payment moves',
    edits: [
      {
        file: `${billing}/subscriptions/mark-period-ended-early.ts`,
        find: '  work.send(disputesOfPeriod(work, subscription).set({ taken }))\n',
        replace: '',
      },
    ],
    diesBy: { project: 'operations', test: lostMoney, title: 'to a period that a late payment has moved' },
  },
  {
    name: 'money that is lost during a recovery reopens its period',
    edits: [
      {
        file: `${billing}/differences/reopen-claim.ts`,
        find: "['renew', 'change_plan', 'recover']",
        replace: "['renew', 'change_plan']",
      },
    ],
    diesBy: { project: 'operations', test: lostMoney, title: 'money that is lost during a recovery' },
  },
  brokenRule(
    'another change forgets the credit that a payment has become already',
    'minor: entry.minor + minor }',
    'minor }',
    'adds to its credit of an earlier change',
  ),
  brokenRule(
    'a payment is the source of credit that was spent on its period',
    "{ paidMinor, entries }: Pick<CreditLedger, 'paidMinor' | 'entries'>",
    "{ costMinor: paidMinor, entries }: Pick<CreditLedger, 'costMinor' | 'entries'>",
    'is not the source of credit that was spent on the period',
  ),
  brokenRule(
    'the newest credit is spent first',
    'return entries.flatMap(({ source, minor }) => {\n    const used',
    'return entries.toReversed().flatMap(({ source, minor }) => {\n    const used',
    'the oldest credit has been spent first',
  ),
  brokenRule(
    'a surcharge leaves credit',
    'Math.max(balanceMinor, 0), all)',
    'Math.abs(balanceMinor), all)',
    'no credit is left if the balance is negative',
  ),
  brokenRule(
    'a refund takes all credit of its payment',
    'const balanceMinor = refundedShareOf(entry.minor)',
    'const balanceMinor = entry.minor',
    'takes the same share of its credit out of the balance',
  ),
  brokenRule(
    'credit that is spent is not owed after its refund',
    'balanceMinor: ledger.balanceMinor - balanceMinor,',
    'balanceMinor: Math.max(ledger.balanceMinor - balanceMinor, 0),',
    'of spent credit is owed with the next charge',
  ),
  brokenRule(
    'a refund after a change for later lowers the cost of the period',
    'if (entry !== undefined) {',
    'if (entry !== undefined && !paysPeriod) {',
    'of a period whose rest was exchanged takes the credit from it',
  ),
  brokenRule(
    'a refunded period counts as paid',
    'paidMinor: ledger.paidMinor - costMinor }',
    'paidMinor: ledger.paidMinor }',
    'of the running period lowers the cost of the period',
  ),
  brokenRule(
    'a refund that failed returns time that was used',
    'proportionalShare(withdrawn.costMinor, remainingSeconds(period, leftAt), secondsBetween(period.start, period.end))',
    'withdrawn.costMinor',
    'is credit for the unused share of a period that has been exchanged since',
  ),
  brokenRule(
    'money that comes back pays for a period that is owed',
    'runs && isPeriodPaid ?',
    'runs ?',
    'pays no owed period',
  ),
  brokenRule(
    'money that never arrived is a source of credit when its refund fails',
    'entries: source === null ? ledger.entries : addCredit(ledger.entries, source, credit)',
    "entries: addCredit(ledger.entries, source ?? { kind: 'payment', id: 'lost' }, credit)",
    'is credit without a source if the settlement of its payment failed',
  ),
  brokenRule(
    'a payment whose settlement failed remains a source of credit',
    'entries: ledger.entries.filter((entry) => !isSame(entry.source, source)),\n})',
    'entries: ledger.entries,\n})',
    'a payment whose settlement failed is owed, and is no longer a source of credit',
  ),
]
