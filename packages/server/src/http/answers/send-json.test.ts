import express from 'express'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { sendJson } from './send-json.ts'

const answerOf = (length: number) => ({ name: 'Ä', text: 'x'.repeat(length) })

/** Requests an answer that contains the given number of letters. */
const asking = (length: number, encoding: string, method: 'get' | 'head' = 'get') => {
  const app = express()
  app.use((_request, response) => sendJson(response, answerOf(length)))
  return supertest(app)[method]('/').set('Accept-Encoding', encoding)
}

test.each([
  ['a session', 2000],
  ['a list', 200_000],
])('%s of more than 1 KiB is compressed if the caller accepts that, and the headers say so', async (_, length) => {
  const { body, headers } = await asking(length, 'br, gzip;q=0.5')

  expect(body).toEqual(answerOf(length))
  expect([headers['content-encoding'], headers['vary']]).toEqual(['gzip', 'Accept-Encoding'])
  expect(Number(headers['content-length'])).toBeLessThan(1000)
})

test.each([
  ['identity', 2000],
  ['gzip;q=0', 2000],
  ['', 2000],
  ['gzip', 100],
])('for "%s", %d letters are sent uncompressed', async (encoding, length) => {
  const { body, headers } = await asking(length, encoding)

  expect(body).toEqual(answerOf(length))
  expect([headers['content-encoding'], headers['content-type']]).toEqual([undefined, 'application/json; charset=utf-8'])
  expect(Number(headers['content-length'])).toBe(Buffer.byteLength(JSON.stringify(answerOf(length))))
})

test('a HEAD request gets the same headers, and no body', async () => {
  const { text, headers } = await asking(2000, 'identity', 'head')

  expect([text ?? '', headers['content-length']]).toEqual(['', String(JSON.stringify(answerOf(2000)).length + 1)])
})
