import { testAccountAnswers, testCards, testWalletTokens } from '@billing-checkout/contract'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('the sandbox’s page lists every published test card, and no other number', () => {
  const table = readFileSync(join(root, 'packages/SANDBOX.md'), 'utf8').matchAll(
    /^\| ([\d ]{13,}?) +\| [\w-]+ +\| (.+?) +\|$/gm,
  )
  const listed = [...table].map(([, number, title]) => [number!.replaceAll(' ', ''), title])

  expect(listed).toEqual(testCards.map(({ number, title }) => [number, title]))
})

test('the sandbox’s page lists every published test wallet, and no other', () => {
  const table = readFileSync(join(root, 'packages/SANDBOX.md'), 'utf8').matchAll(
    /^\| ((?:PayPal|Venmo|Cash App|Apple Pay|Google Pay)) +\| (\w+) +\| (.+?) +\|$/gm,
  )
  const accounts = ['PayPal', 'Venmo', 'Cash App'].flatMap((name) =>
    testAccountAnswers.map(({ button, title }) => [name, button, title]),
  )
  const names = { APPLE_PAY: 'Apple Pay', GOOGLE_PAY: 'Google Pay' }
  const devices = testWalletTokens.map(({ type, token, title }) => [names[type], token, title])

  expect([...table].map((row) => row.slice(1))).toEqual([...accounts, ...devices])
})

test('every bad day that the server’s page tells of names the test that proves it', () => {
  const page = readFileSync(join(root, 'packages/server/README.md'), 'utf8')
  const days = page.slice(page.indexOf('\n## If…'), page.indexOf('\n## What a database says')).split(/^- /m).slice(1)
  const unproved = days
    .filter((day) => !/^ {2}Proved by `[^`]*\btest\b[^`]*`/m.test(day))
    .map((day) => `packages/server/README.md: ${day.split('\n')[0]} Add a line "Proved by" with the path of its test`)

  expect(unproved).toEqual([])
})
