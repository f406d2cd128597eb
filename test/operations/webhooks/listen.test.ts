import { verifyWebhook } from '@billing-checkout/client'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { bareEnvironment } from '../../support/processes/bare-environment.ts'
import { openTestDatabase } from '../../support/databases/databases.ts'
import { useService } from '../../support/services/use-service.ts'
import { startReceiver } from '../../support/stories/webhook-receiver.ts'
import { makeCustomers } from '../../support/stories/webhook-shop.ts'

const main = fileURLToPath(new URL('../../../packages/server/src/cli/main.ts', import.meta.url))
const service = useService(() => openTestDatabase('embedded'))

const listen = (apiKey: string, forwardTo: string) => {
  const args = ['webhooks', 'listen', '--server', service.url, '--forward-to', forwardTo, '--json']
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...bareEnvironment, BILLING_API_KEY: apiKey },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

test('events from now on are forwarded to a laptop, signed with the secret that is printed', async () => {
  const receiver = await startReceiver()
  await makeCustomers(service, 2)
  const child = listen(service.key, receiver.url)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const next = async () => JSON.parse((await lines.next()).value as string)
  const { secret } = await next()

  const [id] = await makeCustomers(service)

  expect(await next()).toMatchObject({ event_type: 'customer.created', response_status: 200, error: null })
  expect(receiver.received).toHaveLength(1)
  expect(await verifyWebhook(receiver.received[0]!, { secret })).toMatchObject({ data: { object: { id } } })
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('a key that is refused ends it with a sentence', async () => {
  const child = listen('sk_sandbox_none', 'http://localhost:1')
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])

  expect(code).toBe(1)
  expect(stderr).toMatch(/answered 401: .*invalid_credentials/)
})
