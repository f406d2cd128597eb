import { itemOfList, operations } from '@billing-checkout/contract'
import { parse } from 'csv-parse/sync'
import express from 'express'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { csvColumnsOf, csvRowOf } from './csv-columns.ts'
import { type CsvPage, sendCsv } from './send-csv.ts'

const asked: CsvPage[] = []
let failsAt = Infinity
let total = 0

const app = express()
app.get('/', (_request, response) =>
  sendCsv(response, operations.findCustomers, async (page) => {
    asked.push(page)
    const number = Number(page.page)
    if (number === failsAt) throw new Error('A test.')
    const data = Array.from({ length: Math.min(1000, total - (number - 1) * 1000) }, (_, place) => ({
      id: `cus_${(number - 1) * 1000 + place}`,
      full_name: 'Ada, "the first"\nLovelace',
    }))
    const meta = {
      limit: 1000,
      page: number,
      pages: Math.ceil(total / 1000),
      total,
      snapshot_at: '2026-11-29T10:00:00Z',
    }
    return { data, meta }
  }),
)
const server = app.listen(0, '127.0.0.1')
const load = (headers = {}) => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { headers })
const rowsOf = async (response: Response) => parse<{ id: string }>(await response.text(), { columns: true })

beforeAll(() => (server.listening ? undefined : once(server, 'listening')))
afterAll(() => void server.close())
beforeEach(() => {
  asked.length = 0
  failsAt = Infinity
})

test.each([0, 1, 1000, 2500])('%i rows are exported once each, at one snapshot', async (count) => {
  total = count

  const response = await load()

  expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8; header=present')
  const rows = await rowsOf(response)
  expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, place) => `cus_${place}`))
  expect(asked.slice(1).every((page) => page.snapshot_at === '2026-11-29T10:00:00Z')).toBe(true)
  expect(asked.length).toBe(Math.max(1, Math.ceil(count / 1000)))
})

test('commas, quotes and line breaks of a text are in one cell', async () => {
  total = 1

  expect(await rowsOf(await load())).toMatchObject([{ full_name: 'Ada, "the first"\nLovelace', email: '' }])
})

test('an error on a later page aborts the CSV answer', async () => {
  total = 2500
  failsAt = 3

  await expect(load({ 'Accept-Encoding': 'identity' }).then((response) => response.text())).rejects.toThrow(
    'terminated',
  )
})

test('every list of the interface has columns, each with a name of its own', () => {
  const lists = Object.values(operations).flatMap(({ name, answer }) => {
    const item = itemOfList(answer)
    return item === null ? [] : [{ name, columns: csvColumnsOf(item).map((column) => column.name) }]
  })

  expect(lists.length).toBeGreaterThan(10)
  for (const { columns } of lists) {
    expect(columns.length).toBeGreaterThan(3)
    expect(new Set(columns).size).toBe(columns.length)
  }
})

test.each([
  ['=1+1', "'=1+1"],
  ['+49 30 1', "'+49 30 1"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['＝1+1', "'＝1+1"],
  ['Ann;=HYPERLINK(A1)', "Ann;'=HYPERLINK(A1)"],
  ['a\n=1', "a\n'=1"],
  ['a;\r\n=1', "a;\r\n'=1"],
  ['12 Canal St\r\n\r\nLeeds', '12 Canal St\r\n\r\nLeeds'],
  [[';=1'], '[";\'=1"]'],
  ['a=1', 'a=1'],
  [-2, '-2'],
  [false, 'false'],
  [null, ''],
  [['DE', 'FR'], '["DE","FR"]'],
])('%j is the cell %j', (value, cell) => {
  expect(csvRowOf({ customer: { name: value } }, [{ name: 'customer.name', path: ['customer', 'name'] }])).toEqual([
    cell,
  ])
})

test('a member of an object that is null is empty', () => {
  expect(csvRowOf({ customer: null }, [{ name: 'customer.name', path: ['customer', 'name'] }])).toEqual([''])
})
