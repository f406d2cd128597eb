import express from 'express'
import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { listen } from './listen.ts'

test('a stopping server finishes its requests and accepts no new ones', async () => {
  const app = express()
  let finish = () => {}
  const asked = new Promise<void>((resolve) => {
    app.get('/slow', (_request, response) => {
      finish = () => response.send('done')
      resolve()
    })
  })
  const { url, stop } = await listen(app, '127.0.0.1', 0)
  const slow = fetch(`${url}/slow`)
  await asked

  const stopped = stop()

  await expect(fetch(`${url}/slow`)).rejects.toThrow()
  finish()
  const answer = await slow
  expect([answer.headers.get('Connection'), await answer.text()]).toEqual(['close', 'done'])
  await stopped
})

test('an idle connection does not keep a server from stopping', async () => {
  const { url, stop } = await listen(express(), '127.0.0.1', 0)
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')

  await expect(stop()).resolves.toBeUndefined()
  socket.destroy()
})

test('a port in use is reported with one sentence', async () => {
  const { url, stop } = await listen(express(), '127.0.0.1', 0)
  const port = Number(new URL(url).port)

  await expect(listen(express(), '127.0.0.1', port)).rejects.toThrow(`Port ${port} of 127.0.0.1 is in use`)
  await stop()
})

test('a draining server keeps answering, and closes each caller’s connection after the answer', async () => {
  const app = express()
  app.get('/', (_request, response) => void response.send('here'))
  const { url, drain, stop } = await listen(app, '127.0.0.1', 0)
  const before = await fetch(url)

  const drained = drain(0.3)
  const meanwhile = await fetch(url)
  await drained
  await stop()

  expect([before, meanwhile].map(({ headers }) => headers.get('Connection'))).toEqual(['keep-alive', 'close'])
  await expect(fetch(url)).rejects.toThrow()
})

test.each([
  ['nothing', ''],
  ['half of a header', 'POST /payments HTTP/1.1\r\nHost: pay.exam'],
])('a connection with %s is closed after ten seconds', { timeout: 30_000 }, async (_, sent) => {
  const { url, stop } = await listen(express(), '127.0.0.1', 0)
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  await once(socket, 'connect')
  if (sent !== '') socket.write(sent)
  const began = performance.now()

  socket.resume()
  await once(socket, 'close')

  const seconds = (performance.now() - began) / 1000
  expect(seconds).toBeGreaterThan(9)
  expect(seconds).toBeLessThan(15)
  await stop()
})
