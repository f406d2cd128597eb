import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { testCards } from '@billing-checkout/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyDatabaseTo } from '../support/databases/databases.ts'
import { bareEnvironment } from '../support/processes/bare-environment.ts'
import { type Demo, startDemo } from '../support/processes/demo.ts'
import { commandOn, withIds } from '../support/stories/page-commands.ts'

const main = fileURLToPath(new URL('../../packages/server/src/cli/main.ts', import.meta.url))
const page = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'first-day-'))

let demo: Demo
beforeAll(async () => {
  await copyDatabaseTo(folder)
  demo = await startDemo(folder)
})
afterAll(async () => {
  await demo.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a command of the front page as printed there, with ids from earlier output. */
const walk = async (beginning: string, known: Readonly<Record<string, string>>): Promise<string> => {
  const filled = withIds(commandOn(page, beginning), known)
    .replace(/^npx billing-checkout/, `"${process.execPath}" "${main}"`)
    .replace('http://localhost:4242', demo.billingUrl)
  const env = { ...bareEnvironment, MODE: 'sandbox', DATA_DIR: folder, BILLING_API_KEY: demo.apiKey }
  return (await promisify(execFile)('sh', ['-c', filled], { env })).stdout
}

test('the commands of the front page make a plan and open a session with what npm start prints', async () => {
  const made = await walk('npx billing-checkout plan create', { org: demo.organizationId })
  const opened = await walk('curl', { price: /price_[\w-]+/.exec(made)![0] })

  expect(JSON.parse(opened)).toMatchObject({ plan: { name: 'Reader' }, customer: { external_id: 'user-42' } })
})

test('npm start prints that it opens the database, and then the address of the shop', () => {
  expect(demo.printed).toMatch(/^\n {2}Opening the database in \S+ \.*\n\n {2}Open the demo shop/)
})

test('npm start prints test cards that approve, ask for 3-D Secure, decline, and decline later', () => {
  const printed = [...demo.printed.matchAll(/^ {4}([\d ]{13,}?) {3}(.+)$/gm)].map(([, number, says]) => {
    const card = testCards.find((one) => one.number === number!.replaceAll(' ', ''))
    return [says, card?.title]
  })

  expect(printed).toEqual([
    ['approves', 'Approves'],
    ['approves, Mastercard', 'Approves'],
    ['asks for 3-D Secure, then approves', '3-D Secure challenge'],
    ['declines: insufficient funds', 'Insufficient funds'],
    ['declines: incorrect security code', 'Incorrect security code'],
    ['approves now, declines every later charge', 'Approves now, declines every later charge'],
  ])
})
