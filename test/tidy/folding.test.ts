import { expect, test } from 'vitest'
import { isTest, sources } from './sources.ts'

/** Files that lower-case texts which are neither names nor addresses of people. */
const exempt: ReadonlySet<string> = new Set([
  'packages/database/src/values/column-names.ts',
  'packages/server/src/processors/sandbox/charges/wallets.ts',
  'packages/server/src/http/requests/read-body.ts',
  'packages/server/src/store/lists/replica.ts',
  'packages/server/src/pages/sandbox/confirmation-documents.ts',
  'packages/server/src/http/requests/is-at-host.ts',
])

test('only foldText and foldCase fold names and e-mail addresses', () => {
  const folding = /toLowerCase|toLocaleLowerCase|\blower\(|\bilike\b/
  const found = sources('packages/{database,server}/src/**/*.ts')
    .filter(
      ({ path, text }) => !isTest(path) && !path.includes('/migrations/') && !exempt.has(path) && folding.test(text),
    )
    .map(
      ({ path }) =>
        `${path} folds text by itself: use foldText or foldCase of the domain, fold_text or fold_case in SQL`,
    )

  expect(found).toEqual([])
})
