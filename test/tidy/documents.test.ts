import { testAccountAnswers, testCards, testWalletTokens } from '@billing-checkout/contract'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { createProgram } from '#server/cli/program.ts'
import { organizationSettings } from '#server/organization/settings.ts'
import { everyPath, isTest } from './sources.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('the sandbox’s page lists every published test card, and no other number', () => {
  const table = readFileSync(join(root, 'packages/SANDBOX.md'), 'utf8').matchAll(/^\| ([\d ]{13,}?) +\| (.+?) +\|$/gm)
  const listed = [...table].map(([, number, title]) => [number!.replaceAll(' ', ''), title])

  expect(listed).toEqual(testCards.map(({ number, title }) => [number, title]))
})

test('the sandbox’s page lists every published test wallet, and no other', () => {
  const table = readFileSync(join(root, 'packages/SANDBOX.md'), 'utf8').matchAll(
    /^\| (PayPal, Venmo, Cash App|Apple Pay|Google Pay) +\| (\w+) +\| (.+?) +\|$/gm,
  )
  const accounts = testAccountAnswers.map(({ button, title }) => ['PayPal, Venmo, Cash App', button, title])
  const names = { APPLE_PAY: 'Apple Pay', GOOGLE_PAY: 'Google Pay' }
  const devices = testWalletTokens.map(({ type, token, title }) => [names[type], token, title])

  expect([...table].map((row) => row.slice(1))).toEqual([...accounts, ...devices])
})

test('every row of the server’s tables of failures names an existing test', () => {
  const page = readFileSync(join(root, 'packages/server/README.md'), 'utf8')
  const rows = page
    .slice(page.indexOf('\n## If…'), page.indexOf('\n## Trouble that the database'))
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:Situation |--)/.test(line))
  const tests = everyPath().filter(isTest)
  const unproved = rows.filter((row) => {
    const named = [
      ...row
        .split(' | ')
        .at(-1)!
        .matchAll(/`([^`]+)`/g),
    ].map(([, name]) => name!)
    return named.length === 0 || !named.every((name) => tests.some((path) => path.endsWith(`/${name}`)))
  })

  expect(rows.length).toBeGreaterThan(100)
  expect(unproved, 'name the file of its test in the last column of packages/server/README.md').toEqual([])
})

test('the operator’s page has every setting of an organization and every variable of the environment', () => {
  const page = readFileSync(join(root, 'packages/OPERATING.md'), 'utf8')
  const rows = page.split('\n').filter((line) => line.startsWith('- `'))
  const config = readFileSync(join(root, 'packages/server/src/config/read-config.ts'), 'utf8')
  const names = [...Object.keys(organizationSettings.shape), ...(config.match(/\b[A-Z]+(?:_[A-Z]+)+\b/g) ?? [])]
  const missing = [...new Set(names)]
    .filter((name) => !rows.some((row) => row.split(': ')[0]!.includes(`\`${name}\``)))
    .map((name) => `packages/OPERATING.md lacks ${name}: add a line to its lists of settings`)

  expect(missing).toEqual([])
})

test('the operator’s page names every command, and no missing command or option', () => {
  const page = readFileSync(join(root, 'packages/OPERATING.md'), 'utf8')
  const commands = commandsOf(createProgram({}))
  const lines = [...page.matchAll(/^npx billing-checkout (.+?)(?: +#.*)?$/gm)].map(([, line]) => line!)
  const unknown = lines.filter((line) => !commands.some((command) => accepts(command, line)))
  const unnamed = commands.filter(({ name }) => !page.includes(name)).map(({ name }) => name)

  expect(unknown).toEqual([])
  expect(unnamed).toEqual([])
})

interface NamedCommand {
  readonly name: string
  readonly options: readonly string[]
}

const commandsOf = (program: Command, before: readonly string[] = []): readonly NamedCommand[] =>
  program.commands.flatMap((command) => {
    const path = [...before, command.name()]
    if (command.commands.length > 0) return commandsOf(command, path)
    return [{ name: path.join(' '), options: command.options.map(({ long }) => long ?? '') }]
  })

const accepts = ({ name, options }: NamedCommand, line: string): boolean =>
  (line === name || line.startsWith(`${name} `)) &&
  (line.match(/(?<= )--[a-z-]+/g) ?? []).every((option) => options.includes(option))
