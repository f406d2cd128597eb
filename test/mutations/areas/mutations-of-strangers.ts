import type { Mutation } from '../mutation.ts'

/** Violations of the promise that no caller is trusted without proof of identity. */
export const mutationsOfStrangers: readonly Mutation[] = [
  {
    name: 'a token for another audience is believed',
    edits: [
      {
        file: 'packages/server/src/credentials/client-tokens.ts',
        find: "          algorithms: ['EdDSA'],\n          audience: [...audiences],\n",
        replace: "          algorithms: ['EdDSA'],\n",
      },
    ],
    diesBy: {
      project: 'unit',
      test: 'packages/server/src/credentials/client-tokens.test.ts',
      title: 'a token that the same key signed for another audience is refused',
    },
  },
  {
    name: 'a body may be a byte too long',
    edits: [
      {
        file: 'packages/server/src/http/requests/read-body.ts',
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
        file: 'packages/server/src/pages/actions/action-documents.ts',
        find: '&&isOurs(event.origin)&&',
        replace: '&&',
      },
    ],
    diesBy: {
      project: 'unit',
      test: 'packages/server/src/pages/actions/action-documents.test.ts',
      title: 'cannot cancel the challenge',
    },
  },
]
