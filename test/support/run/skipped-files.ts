/** Tests of one kind that `npm test` skips, wholly or in part. */
interface SkippedFiles {
  /** What the tests check, as the end of a run prints it. */
  readonly what: string
  readonly skips: SkippedPart
  /** Patterns of paths from the root. */
  readonly files: readonly string[]
}

/**
 * Which part of a file `npm test` skips. `all`: `npm run test:all` runs the file. `embedded database`: `npm run test:all` runs the file's
 * stories over the embedded database, and the file has only tests of `describeEachDatabase`. `all, to the drill`: `npm run drill` runs the
 * file, in a longer form.
 */
export type SkippedPart = 'all' | 'embedded database' | 'all, to the drill'

/**
 * The tests that `npm test` skips, so that it takes at most twelve minutes of a core; when it took 36, contributors did not run it before a
 * push. CI runs these tests after the push. A named step, such as `npm test -- operations`, runs all of its tests.
 */
export const skippedFiles: readonly SkippedFiles[] = [
  {
    what: 'simulation: most seeds, laws, and servers that die at every await',
    skips: 'all',
    files: ['test/simulation/!(few-seeds).test.ts', 'test/simulation/{laws,stripe,declarations}/*.test.ts'],
  },
  {
    what: 'kills, outages, failovers, restored backups, leaks, two versions',
    skips: 'all',
    files: ['test/crash/*.test.ts'],
  },
  {
    what: 'published packages, and the commands that systemd runs',
    skips: 'all',
    files: ['test/journeys/{published-packages,systemd-commands}.test.ts'],
  },
  {
    what: 'journeys through every status, and through months of renewals',
    skips: 'all',
    files: ['test/journeys/{every-change-of-status,move-the-shops-clock,renewals,time-machine}.test.ts'],
  },
  {
    what: 'pages in browsers, but for purchases in the shop',
    skips: 'all',
    files: ['test/journeys/browser/!(buy-in-the-shop|chaos).test.ts'],
  },
  {
    what: 'commands that run in processes of their own, sockets, and turns of requests',
    skips: 'all',
    files: [
      'packages/server/src/cli/{cli,refusals}.test.ts',
      'packages/server/src/cli/{operator,support}/*.test.ts',
      'packages/server/src/cli/run/show-clock-moving.test.ts',
      'packages/server/src/http/{listen,request-turns}.test.ts',
      'test/operations/webhooks/listen.test.ts',
    ],
  },
  {
    what: 'data folders, migrations, moves between databases, full disks, months of events',
    skips: 'all',
    files: [
      'packages/database/src/embedded/open.test.ts',
      'packages/database/src/migrate/migrate-to-latest.test.ts',
      'packages/server/src/{open-store,store/bind-database-to-mode}.test.ts',
      'packages/server/src/store/events/months/*.test.ts',
      'test/operations/database/{full-disk,moves}.test.ts',
    ],
  },
  {
    what: 'shops that charge through Stripe, and generated clients',
    skips: 'all',
    files: [
      'packages/stripe/src/connection/check-account.test.ts',
      'packages/stripe/src/limits/limits.test.ts',
      'test/conformance/{stripe,ten-steps}.test.ts',
      'test/conformance/generators/*.test.ts',
      'test/operations/customers/customers-at-stripe.test.ts',
      'test/operations/processors/{held-meanwhile,merchants-connections,registered-notifications}.test.ts',
      'test/operations/stripe/*.test.ts',
      'test/operations/wallets/{framed-wallets,registered-domains,wallet-methods}.test.ts',
    ],
  },
  {
    what: 'long stories of operations',
    skips: 'all',
    files: [
      'test/operations/attempts/{handed-on,references,short-payments,taken-movements,taken-references}.test.ts',
      'test/operations/checkout/{quoted-when-opened,what-is-said-is-charged}.test.ts',
      'test/operations/contract/playground-answers.test.ts',
      'test/operations/customers/one-person-in-many-writings.test.ts',
      'test/operations/discounts/{last-redemptions,redemptions-that-meet}.test.ts',
      'test/operations/erasure/retention.test.ts',
      'test/operations/dashboard/*.test.ts',
      'test/operations/disputes/heard-of-disputes.test.ts',
      'test/operations/declarations/*.test.ts',
      'test/operations/pages/declaration-pages.test.ts',
      'test/operations/emails/{bad-mail-servers,charges-without-notice,mail-server-tls,notices,year-of-emails}.test.ts',
      'test/operations/lists/{list-totals,lists-from-a-replica,lists-use-indexes}.test.ts',
      'test/operations/free-starts/{end-without-method,trials-without-method}.test.ts',
      'test/operations/payments/amounts-on-steps.test.ts',
      'test/operations/portal/{portal-rights,portal-checkouts,sign-in,change-email}.test.ts',
      'test/operations/processors/silent-processors.test.ts',
      'test/operations/refunds/{obligations,refunds-as-if-never-made,reversed-refunds}.test.ts',
      'test/operations/renewals/{amounts-on-new-steps,quotes-of-what-is-owed,renewals-that-end,scheduled-changes,ways-out-of-past-due}.test.ts',
      'test/operations/risk/{declines-and-repetitions,shared-addresses}.test.ts',
      'test/operations/settlements/settlements-that-end.test.ts',
      'test/operations/subscriptions/{changes-that-meet,credit-of-lost-money,sources-of-credit}.test.ts',
      'test/operations/tax/{places-with-two-taxes,unknown-places}.test.ts',
      'test/operations/webhooks/deliveries-that-meet.test.ts',
    ],
  },
  {
    what: 'long stories of operations over the embedded database',
    skips: 'embedded database',
    files: [
      'test/operations/attempts/{open-attempts,unknown-outcome}.test.ts',
      'test/operations/checkout/{checkout-payments,refusals-foreseen}.test.ts',
      'test/operations/contract/every-operation.test.ts',
      'test/operations/{customers/{access,credit-in-subscriptions,customer-credit,the-right-method},erasure/erase-customer}.test.ts',
      'test/operations/disputes/disputes.test.ts',
      'test/operations/emails/{emails-by-cause,expiring-cards}.test.ts',
      'test/operations/free-starts/{create-subscription,free-plans}.test.ts',
      'test/operations/lists/lists.test.ts',
      'test/operations/payments/{charges,outcomes}-at-once.test.ts',
      'test/operations/pages/{buy-links,keep-links,portal-page,recovery-links}.test.ts',
      'test/operations/portal/portal-sessions.test.ts',
      'test/operations/discounts/{codes,discounted-subscriptions,discounts,redemptions}.test.ts',
      'test/operations/quantities/{sold-quantities,who-changes-quantities}.test.ts',
      'test/operations/processors/{lost-renewals,reconcile-connections,reconcile-first}.test.ts',
      'test/operations/refunds/refund-payment.test.ts',
      'test/operations/due-work/deferred-work.test.ts',
      'test/operations/settlements/captures-and-settlements.test.ts',
      'test/operations/subscriptions/{plan-groups,returns}.test.ts',
      'test/operations/webhooks/{deliveries,ordered,sender}.test.ts',
    ],
  },
  {
    what: 'simulation: meetings of two requests at every pause',
    skips: 'all, to the drill',
    files: ['test/simulation/meetings/*.test.ts'],
  },
  {
    what: 'impatient shoppers, of whom the drill plays hundreds',
    skips: 'all, to the drill',
    files: ['test/journeys/browser/chaos.test.ts'],
  },
  {
    what: 'a start of the demo shop with its year of data',
    skips: 'all, to the drill',
    files: ['test/journeys/demo-year.test.ts'],
  },
]
