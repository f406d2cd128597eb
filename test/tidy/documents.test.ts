import { testAccountAnswers, testCards, testWalletTokens } from '@billing-checkout/contract'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const documents = [
  'README.md',
  'packages/README.md',
  'packages/DECISIONS.md',
  'packages/server/README.md',
  'packages/client/README.md',
  'packages/element/README.md',
  'test/simulation/README.md',
]

test.each(documents)('every file that %s names is there', (document) => {
  const folder = join(root, dirname(document))
  const text = readFileSync(join(root, document), 'utf8')
  const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path]) => path!)
  const quoted = [...text.matchAll(/`((?:src|test|domain|contract|packages)\/[\w./-]+)`/g)].map(([, path]) => path!)

  const missing = [...linked, ...quoted].filter(
    (path) => ![folder, join(root, 'packages'), root].some((base) => existsSync(join(base, path))),
  )

  expect(missing, `${document} names what is not there: mend the name or the file`).toEqual([])
})

test('README lists every published test card, and no other number', () => {
  const table = readFileSync(join(root, 'README.md'), 'utf8').matchAll(/^\| ([\d ]{13,}?) +\| [\w-]+ +\| (.+?) +\|$/gm)
  const listed = [...table].map(([, number, title]) => [number!.replaceAll(' ', ''), title])

  expect(listed).toEqual(testCards.map(({ number, title }) => [number, title]))
})

test('README lists every published test wallet, and no other', () => {
  const table = readFileSync(join(root, 'README.md'), 'utf8').matchAll(
    /^\| ((?:PayPal|Venmo|Cash App|Apple Pay|Google Pay)) +\| (\w+) +\| (.+?) +\|$/gm,
  )
  const accounts = ['PayPal', 'Venmo', 'Cash App'].flatMap((name) =>
    testAccountAnswers.map(({ button, title }) => [name, button, title]),
  )
  const names = { APPLE_PAY: 'Apple Pay', GOOGLE_PAY: 'Google Pay' }
  const devices = testWalletTokens.map(({ type, token, title }) => [names[type], token, title])

  expect([...table].map((row) => row.slice(1))).toEqual([...accounts, ...devices])
})
