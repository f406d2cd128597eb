import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openTestDatabase } from '../support/databases/databases.ts'
import { startService } from '../support/services/running-service.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const script = fileURLToPath(new URL('../../examples/time-machine/src/main.ts', import.meta.url))

const run = async (args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) => {
  const { FORCE_COLOR: _, ...plain } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], {
    env: { ...plain, NO_COLOR: '1', ...env },
  })
  return stdout
}

/** The copy between its two marks, without the fence. */
const copyOnPage = (): string =>
  /<!-- time-machine -->\n+```text\n([\s\S]*?)```/.exec(readFileSync(`${root}packages/SANDBOX.md`, 'utf8'))?.[1] ?? ''

const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line.trim() !== '')

test('the time machine tells fourteen months as the sandbox’s page prints them', async () => {
  const told = await run()

  expect(linesOf(copyOnPage()), 'copy what the example prints into packages/SANDBOX.md').toEqual(linesOf(told))
})

test('it tells the same on a server that runs already, on PostgreSQL', async () => {
  const database = await openTestDatabase('postgresql')
  const service = await startService(database)

  const told = await run(['--server', service.url], { BILLING_API_KEY: service.key })

  expect(linesOf(told)).toEqual(linesOf(copyOnPage()))
  await service.close()
  await database.close()
})
