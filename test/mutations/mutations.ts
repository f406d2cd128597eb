import type { Mutation } from './mutation.ts'

/** Every break of a promise that some test has to notice. */
export const mutations: readonly Mutation[] = [
  {
    name: 'a subscription is read without a lock before it is quoted',
    edits: [
      {
        file: 'packages/server/src/store/subscriptions.ts',
        find: "const lockedById = lookup('subscriptions', ['organizationId', 'id'], { lock: 'wait' })",
        replace: "const lockedById = lookup('subscriptions', ['organizationId', 'id'], {})",
      },
    ],
    diesBy: { simulate: ['--meetings', '--pair', 'recovery+retry'] },
  },
]
