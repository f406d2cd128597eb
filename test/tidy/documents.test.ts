import { testAccountAnswers, testCards, testWalletTokens } from '@billing-checkout/contract'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

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
