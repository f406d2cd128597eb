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

/** The output of the example to which the sandbox's page links. */
const copyInExample = (): string => readFileSync(`${root}examples/time-machine/expected-output.txt`, 'utf8')

const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line.trim() !== '')

test('the time machine prints fourteen months as in expected-output.txt', async () => {
  const told = await run()

  expect(
    linesOf(copyInExample()),
    'copy what the example prints into examples/time-machine/expected-output.txt',
  ).toEqual(linesOf(told))
})

test('the time machine prints the same on a server that already runs, on PostgreSQL', async () => {
  const database = await openTestDatabase('postgresql')
  const service = await startService(database)

  const told = await run(['--server', service.url], { BILLING_API_KEY: service.key })

  expect(linesOf(told)).toEqual(linesOf(copyInExample()))
  await service.close()
  await database.close()
})
