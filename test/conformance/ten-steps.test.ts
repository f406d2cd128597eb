import { type FakeStripe, startFakeStripe } from '@billing-checkout/stripe/testing'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bareEnvironment } from '../support/processes/bare-environment.ts'
import { withIds } from '../support/stories/page-commands.ts'

const main = fileURLToPath(new URL('../../packages/server/src/cli/main.ts', import.meta.url))
const readme = readFileSync(new URL('../../packages/stripe/README.md', import.meta.url), 'utf8')
const steps = readme.slice(readme.indexOf('in ten steps'), readme.indexOf('### The same suite'))
/** The commands of the ten steps, as the page has them. */
const commands = [...steps.matchAll(/```sh\n([^`]+)```/g)].map(([, text = '']) =>
  text.replaceAll(/^ {3,4}/gm, '').trim(),
)

let fake: FakeStripe
let server: ChildProcess
let url: string
const folder = mkdtempSync(join(tmpdir(), 'ten-steps-'))
const known: Record<string, string> = {}
const environment = () => ({
  ...bareEnvironment,
  DATA_DIR: folder,
  PORT: '0',
  LOG_LEVEL: 'warn',
  RATE_LIMIT: 'off',
  BILLING_API_KEY: known['sk_sandbox'],
})

beforeAll(async () => {
  fake = await startFakeStripe({ limits: null })
  writeFileSync(join(folder, 'secret.txt'), 'sk_test_fake\n')
  server = spawn(process.execPath, [main, 'serve', '--json'], {
    env: environment(),
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [line] = (await once(server.stdout!, 'data')) as [Buffer]
  url = (JSON.parse(line.toString()) as { url: string }).url
})
afterAll(async () => {
  server.kill()
  await fake.close()
})

/** Runs a command of the steps against the fake, with the ids that earlier commands have printed. */
const walk = async (command: string): Promise<string> => {
  const filled = withIds(command, known)
    .replace('publishable_key=pk_test_…', `publishable_key=pk_test_fake api_url=${fake.url}`)
    .replace(/^npx billing-checkout/, `"${process.execPath}" "${main}"`)
    .replace('http://localhost:4242', url)
  const { stdout } = await promisify(execFile)('sh', ['-c', filled], { cwd: folder, env: environment() })
  for (const [id = '', prefix = ''] of stdout.matchAll(/\b(org|con|price|sk_sandbox)_[\w-]+/g)) known[prefix] ??= id
  return stdout
}

test(
  'the ten steps lead from an account to a first payment, with each command as it is printed',
  { timeout: 180_000 },
  async () => {
    const [build, serve, ...rest] = commands
    const last = rest.pop() ?? ''
    const told: string[] = []
    for (const command of rest) told.push(await walk(command))
    const session = JSON.parse(told.at(-1) ?? '') as { readonly id: string }
    const checkout = await ask(`/checkout/${session.id}`)
    const paid = await pay(checkout)
    const listed = await walk(last)

    expect([build, serve]).toEqual(['npm run build', 'npx billing-checkout serve'])
    expect(rest.map((command) => command.split(' ').slice(0, 4).join(' '))).toHaveLength(7)
    expect(paid).toMatchObject({ payment_status: 'SETTLING', amount: 999 })
    expect(listed).toContain(paid.id)
    expect([...fake.books.charges.values()]).toMatchObject([{ amount: 999, paid: true }])
  },
)

const ask = async (path: string): Promise<ReadCheckout> =>
  (await fetch(`${url}${path}`)).json() as Promise<ReadCheckout>

interface ReadCheckout {
  readonly client_token: string
  readonly connections: { readonly CARD: string }
  readonly quote: { readonly due_now: object; readonly hash: string }
  readonly consent: { readonly version: string }
}

/** Pays like the page does: with the payment method that Stripe's fields made of a card. */
const pay = async ({ client_token: token, connections, quote, consent }: ReadCheckout) => {
  const details = { processor_token: fake.addMethod('pm_card_visa'), connection: connections.CARD }
  const response = await fetch(`${url}/payments`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': 'ten-steps',
    },
    body: JSON.stringify({
      payment_method: { type: 'CARD', details },
      expected: { ...quote.due_now, quote: quote.hash },
      consent: { text: 'Agreed.', locale: 'en', version: consent.version, at: new Date().toISOString() },
    }),
  })
  return (await response.json()) as { readonly id: string; readonly payment_status: string; readonly amount: number }
}
