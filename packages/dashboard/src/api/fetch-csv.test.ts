import { expect, test } from 'vitest'
import { fetchCsv } from './fetch-csv.ts'

test('a list is requested as CSV, and its text is unchanged', async () => {
  const sent: Request[] = []
  const send: typeof fetch = (input, init) => {
    sent.push(new Request(new URL(String(input), 'https://pay.example'), init))
    return Promise.resolve(new Response('id\npay_1\n'))
  }
  const text = await (await fetchCsv(send, '/payments?search=a%26b')).text()

  expect(text).toBe('id\npay_1\n')
  expect([sent[0]!.url, sent[0]!.headers.get('Accept')]).toEqual([
    'https://pay.example/payments?search=a%26b',
    'text/csv',
  ])
})

test('an interrupted answer is an error and no file', async () => {
  const half = new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode('id\n'))
      controller.error(new TypeError('lost'))
    },
  })

  await expect(fetchCsv(() => Promise.resolve(new Response(half)), '/payments')).rejects.toMatchObject({
    code: 'connection_failed',
  })
})

test('a refusal keeps its code', async () => {
  const refused = { error: { code: 'invalid_parameter', message: 'from must be a date.', request_id: 'req_1' } }
  const send: typeof fetch = () => Promise.resolve(Response.json(refused, { status: 400 }))

  await expect(fetchCsv(send, '/payments?from=x')).rejects.toMatchObject({ code: 'invalid_parameter', status: 400 })
})
