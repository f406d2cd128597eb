import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { itemOfList, type List, type Operation } from '@billing-checkout/contract'
import { stringify } from 'csv-stringify/sync'
import type { Request, Response } from 'express'
import { csvColumnsOf, csvRowOf } from './csv-columns.ts'
import { acceptsGzip } from './send-json.ts'

/** Whether a caller prefers CSV to JSON for a list. */
export const wantsCsv = (operation: Operation, request: Request): boolean =>
  itemOfList(operation.answer) !== null && request.accepts(['application/json', 'text/csv']) === 'text/csv'

/** The parameters of one page of a list, at a snapshot. */
export interface CsvPage {
  readonly limit: string
  readonly page: string
  /** The moment of the snapshot; absent: now. */
  readonly snapshot_at?: string
}

/**
 * Sends all rows of a list as CSV, page by page at one snapshot in the order of creation, as fast as the caller reads. An error in the
 * first page is answered normally. A later error closes the connection, so that no caller mistakes a part for the whole list. If a row
 * enters or leaves the list during the reading, for example by its status, later pages shift, so this also closes the connection.
 */
export const sendCsv = async (
  response: Response,
  operation: Operation,
  readPage: (page: CsvPage) => Promise<List<unknown>>,
): Promise<void> => {
  const item = itemOfList(operation.answer)
  if (item === null) throw new TypeError(`${operation.name} answers no list.`)
  const columns = csvColumnsOf(item)
  const first = await readPage({ ...byCreation, page: '1' })
  const pages = async function* () {
    yield stringify([columns.map(({ name }) => name)])
    let list = first
    for (let page = 2; ; page++) {
      yield stringify(list.data.map((row) => csvRowOf(row, columns)))
      if (page > first.meta.pages) return
      list = await readPage({ ...byCreation, page: String(page), snapshot_at: first.meta.snapshot_at })
      if (list.meta.total !== first.meta.total) throw new Error('Rows entered or left the list while it was read.')
    }
  }
  const isCompressed = acceptsGzip(response)
  response.status(200)
  response.vary('Accept')
  response.vary('Accept-Encoding')
  response.setHeader('Content-Type', 'text/csv; charset=utf-8; header=present')
  if (isCompressed) response.setHeader('Content-Encoding', 'gzip')
  response.setTimeout(silentMillisMax, () => response.destroy())
  const text = Readable.from(pages())
  try {
    await (isCompressed ? pipeline(text, createGzip(), response) : pipeline(text, response))
  } catch (error) {
    if ((error as { code?: unknown }).code !== callerIsGone) throw error
  }
}

/** Without `sort`, a list is in the order of creation. Any other order may change when a row changes. */
const byCreation = { limit: '1000' } as const

/** Milliseconds after which a caller that reads nothing counts as disconnected. */
const silentMillisMax = 60_000

/** Node's error code for a caller that disconnected early. */
const callerIsGone = 'ERR_STREAM_PREMATURE_CLOSE'
