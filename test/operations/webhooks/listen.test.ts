import { verifyWebhook } from '@billing-checkout/client'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { listenToWebhooks } from '#server/cli/webhooks/listen-to-webhooks.ts'
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

test('new events are forwarded to a laptop, signed with the printed secret', async () => {
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

test('a refused key ends the command with a sentence', async () => {
  const child = listen('sk_sandbox_none', 'http://localhost:1')
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])

  expect(code).toBe(1)
  expect(stderr).toMatch(/answered 401: .*invalid_credentials/)
})

const usable = { forwardTo: 'http://localhost:3000/webhooks', server: 'http://127.0.0.1:2', apiKey: 'sk_sandbox_none' }

test.each([
  [{ ...usable, forwardTo: 'foo' }, '--forward-to must be an http:// or https:// address, got "foo".'],
  [{ ...usable, server: 'localhost:4242' }, '--server must be an http:// or https:// address, got "localhost:4242".'],
  [{ ...usable, apiKey: '' }, 'Set BILLING_API_KEY to a key with events:read, or give one with --api-key.'],
  [{ ...usable, secret: 'bad' }, '--secret must be whsec_ and base64, as webhook endpoints have it.'],
  [usable, 'No billing server answers at http://127.0.0.1:2 (ECONNREFUSED): start it, or name another with --server.'],
])('%j is refused with advice', async (options, message) => {
  await expect(listenToWebhooks(options)).rejects.toThrow(message)
})
