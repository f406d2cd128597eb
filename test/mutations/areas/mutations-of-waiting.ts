import type { Mutation } from '../mutation.ts'

const billing = 'packages/server/src/billing'
const completer = `${billing}/attempts/complete-attempts.ts`
const takeDue = `${billing}/due-work/lease-due-subscriptions.ts`
const processDue = `${billing}/due-work/process-due-subscriptions.ts`
const breaker = 'packages/server/src/processors/calls/breaker.ts'
const leases = 'test/operations/attempts/leases.test.ts'
const breakerTest = 'packages/server/src/processors/calls/breaker.test.ts'
const silent = 'test/operations/processors/silent-processors.test.ts'

/** Violations of the promise that no worker does another's work, or charges while the processor does not answer. */
export const mutationsOfWaiting: readonly Mutation[] = [
  {
    name: 'an attempt that is being asked about is taken up again before its calls are over',
    edits: [
      {
        file: completer,
        find: 'longestLease(processors, 3)',
        replace: 'longestLease(processors, 0)',
      },
    ],
    diesBy: { project: 'operations', test: leases, title: 'for as long as its calls may take' },
  },
  {
    name: 'an attempt is taken up by the billing clock',
    edits: [
      {
        file: completer,
        find: '(select lease_now()) + ${aheadSeconds}',
        replace: '(select billing_now()) + ${aheadSeconds}',
      },
    ],
    diesBy: { project: 'operations', test: leases, title: 'for as long as its calls may take' },
  },
  {
    name: 'a lease is shorter than the calls of its holder',
    edits: [
      {
        file: 'packages/server/src/processors/lease-seconds.ts',
        find: 'Math.max(60, (calls + (customers === undefined ? 0 : 1)) * timeoutSeconds + 20)',
        replace: '60',
      },
    ],
    diesBy: { project: 'operations', test: leases, title: 'for as long as its calls may take' },
  },
  {
    name: 'a due subscription is leased to several workers',
    edits: [
      {
        file: takeDue,
        find: '(lease_until is null or lease_until < (select lease_now()))',
        replace: 'true',
      },
    ],
    diesBy: { project: 'operations', test: leases, title: 'to the worker that leased it' },
  },
  {
    name: 'the lease of a due subscription ends by the billing clock',
    edits: [
      {
        file: takeDue,
        find: 'lease_until < (select lease_now()))',
        replace: 'lease_until < (select billing_now()))',
      },
    ],
    diesBy: { project: 'operations', test: leases, title: 'to the worker that leased it' },
  },
  {
    name: 'a processor that does not answer is charged on and on',
    edits: [
      {
        file: breaker,
        find: '      if (open !== null || silences < silencesMax) return\n',
        replace: '      if (silences >= 0) return\n',
      },
    ],
    diesBy: { project: 'unit', test: breakerTest, title: 'five calls in a row without an answer open it' },
  },
  {
    name: 'every renewal that waits for a processor is a probe',
    edits: [{ file: breaker, find: '      if (!isProbeDue(open)) return false\n', replace: '' }],
    diesBy: { project: 'unit', test: breakerTest, title: 'one charge at a time is let through as a probe' },
  },
  {
    name: 'all renewals that wait for a processor are leased for one probe',
    edits: [{ file: breaker, find: 'Math.min(wanted, 1)', replace: 'wanted' }],
    diesBy: { project: 'unit', test: breakerTest, title: 'the first answer closes it' },
  },
  {
    name: 'renewals begin while their processor does not answer',
    edits: [{ file: processDue, find: '!maySend(billing, subscription, current)', replace: 'false' }],
    diesBy: { project: 'operations', test: silent, title: 'makes its renewals wait in their place, uncounted' },
  },
  {
    name: 'a renewal that waits for its processor counts as tried',
    edits: [
      {
        file: processDue,
        find: 'updateSubscription(work, subscription, { leaseUntil: null })',
        replace:
          'updateSubscription(work, subscription, { leaseUntil: null, attemptCount: subscription.attemptCount + 1 })',
      },
    ],
    diesBy: { project: 'operations', test: silent, title: 'makes its renewals wait in their place, uncounted' },
  },
]
