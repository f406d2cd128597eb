import { eventTypes } from '@billing-checkout/contract'
import { openapi } from '@billing-checkout/contract/openapi'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

// Two generators write clients from /openapi.json, and TypeScript compiles them as a merchant would.

let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'generated-clients-'))
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(openapi('https://billing.example')))
  await Promise.all([
    run(`${generators}/openapi-typescript/bin/cli.js`, 'openapi.json', '-o', 'paths.ts'),
    run(`${generators}/@hey-api/openapi-ts/bin/run.js`, '-i', 'openapi.json', '-o', 'sdk', '--no-log-file'),
  ])
}, 60_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const generators = 'test/conformance/generators/node_modules'

test.each([
  [
    'openapi-typescript',
    `import type { components, webhooks } from './paths.ts'
     type Event = components['schemas']['Event']
     type Payment = components['schemas']['Payment']
     type Customer = components['schemas']['Customer']
     type Posted = webhooks['payment.created']['post']['requestBody']['content']['application/json']
     export const idOf = (headers: webhooks['payment.created']['post']['parameters']['header']): string => headers['webhook-id']`,
  ],
  [
    '@hey-api/openapi-ts',
    `import type { Customer, Event, Payment, PaymentCreatedEventWebhookRequest } from './sdk/index.ts'
     type Posted = PaymentCreatedEventWebhookRequest['body']`,
  ],
])(
  'the types of %s compile, and the type of an event determines the type of its object',
  { timeout: 60_000 },
  async (_, types) => {
    const backend = `${types}
    type Same<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false
    export const take = (event: Event, posted: Posted): void => {
      if (event.type === 'payment.created') {
        const carriesPayment: Same<typeof event.data.object, Payment> = true
        // @ts-expect-error A payment is no customer.
        const carriesCustomer: Same<typeof event.data.object, Customer> = true
        console.log(carriesPayment, carriesCustomer)
      }
      if (event.type === 'customer.updated') console.log(event.data.object satisfies Customer)
      if ('sequence' in posted) console.log(posted.data.object satisfies Payment)
      // @ts-expect-error No event has this type.
      if (event.type === 'payment.forgotten') console.log(event)
    }
    export const knowsEveryType: Same<Event['type'], ${eventTypes.map((type) => `'${type}'`).join(' | ')}> = true`
    writeFileSync(join(folder, 'backend.ts'), backend)

    expect(await compile('backend.ts')).toBe('')
  },
)

const run = async (program: string, ...words: readonly string[]): Promise<string> => {
  const { stdout } = await promisify(execFile)(process.execPath, [resolve(program), ...words], { cwd: folder })
  return stdout
}

/** The compiler's messages about a file and all that it imports. */
const compile = (file: string): Promise<string> => {
  const options = '--noEmit --strict --ignoreConfig --module preserve --target es2023 --allowImportingTsExtensions'
  return run('node_modules/typescript/bin/tsc', ...options.split(' '), file).catch(
    ({ stdout }: { readonly stdout: string }) => stdout,
  )
}
