import type { Mutation } from '../mutation.ts'

const dueWork = 'packages/server/src/billing/due-work'

/** Violations of the promise that due work is done in time, and that no failure holds up other work. */
export const mutationsOfDueWork: readonly Mutation[] = [
  {
    name: 'one settlement that the processor rejects keeps its batch waiting',
    edits: [
      {
        file: 'packages/server/src/processors/queries/query-each.ts',
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
        file: `${dueWork}/lease-due-subscriptions.ts`,
        find: '    return leaseEachAlone(billing, how, { chargeable, limit })\n',
        replace: '    return []\n',
      },
    ],
    diesBy: { simulate: ['--meetings', '--beside-trouble', '--pair', 'renewal+settlement'] },
  },
  {
    name: 'a renewal begins beside an unfinished checkout',
    edits: [
      {
        file: `${dueWork}/process-due-subscriptions.ts`,
        find: '  if (pending !== undefined) {\n',
        replace: '  if (pending !== undefined && false) {\n',
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/subscriptions/paid-changes.test.ts',
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
      title: 'a retry that is due at the moment of the decline is made a day later',
    },
  },
  {
    name: 'a settlement that nobody answers about is asked about without end',
    edits: [
      {
        file: `${dueWork}/settle-payments.ts`,
        find: 'daysSince(work.now, payment.createdAt) >= pendingDaysMax',
        replace: "daysSince(work.now, payment.createdAt) >= pendingDaysMax && state === 'pending'",
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/settlements/settlements-that-end.test.ts',
      title: 'about which the processor never answers',
    },
  },
  {
    name: 'a notice locks a subscription whose charge is due',
    edits: [
      {
        file: `packages/server/src/billing/notices/send-notices.ts`,
        find: 'isOpen: isPeriodRunning,',
        replace: 'isOpen: sql<boolean>`true`,',
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/renewals/notices-and-renewals.test.ts',
      title: 'skip a subscription whose charge is also due',
    },
  },
  {
    name: 'due subscriptions are renewed in any order',
    edits: [
      {
        file: `${dueWork}/lease-due-subscriptions.ts`,
        find: '`${one.dueAt} ${one.id}` < `${other.dueAt} ${other.id}` ? -1 : 1',
        replace: '0',
      },
    ],
    diesBy: {
      project: 'operations',
      test: 'test/operations/renewals/after-downtime.test.ts',
      title: 'renews what fell due first',
    },
  },
]
