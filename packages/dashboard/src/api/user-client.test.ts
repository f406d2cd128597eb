import { dashboardOperations } from '@billing-checkout/contract'
import { expect, test } from 'vitest'
import { createUserClient, userOperations } from './user-client.ts'

test.each(Object.entries(userOperations))('%s is sent to the path in the contract', (name, { method, path }) => {
  const operation = dashboardOperations[name as keyof typeof userOperations]
  expect({ method, path }).toEqual({ method: operation.method, path: operation.path })
})

test('a change is sent once under its own key, and an id stays one part of the path', async () => {
  const sent: Request[] = []
  const client = createUserClient((input, init) => {
    sent.push(new Request(new URL(String(input), 'https://pay.example'), init))
    return Promise.resolve(Response.json({ id: 'usr_1' }))
  })
  await client.updateUser({ id: '../x', body: { role: 'support' }, idempotencyKey: 'once' })
  await client.findUsers()

  expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'PATCH https://pay.example/users/..%2Fx',
    'GET https://pay.example/users',
  ])
  expect(sent.map(({ headers }) => headers.get('Idempotency-Key'))).toEqual(['once', null])
  expect(await sent[0]!.json()).toEqual({ role: 'support' })
})

test('a refusal is an error with its code, and a request without an answer is a connection error', async () => {
  const refused = { error: { code: 'last_admin', message: 'The last admin stays.', request_id: 'req_1' } }
  const client = createUserClient(() => Promise.resolve(Response.json(refused, { status: 409 })))
  const silent = createUserClient(() => Promise.reject(new TypeError('lost')))

  await expect(client.removeUser({ id: 'usr_1' })).rejects.toMatchObject({ code: 'last_admin', status: 409 })
  await expect(silent.findUsers()).rejects.toMatchObject({ code: 'connection_failed' })
})
