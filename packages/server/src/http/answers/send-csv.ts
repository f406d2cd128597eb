import { itemOfList, type List, type Operation } from '@billing-checkout/contract'
import { stringify } from 'csv-stringify/sync'
import type { Request, Response } from 'express'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { takesGzip } from './send-json.ts'
import { csvColumnsOf, csvRowOf } from './csv-columns.ts'

/** Whether a caller asks for a list as CSV: only if it prefers that to JSON. */
export const wantsCsv = (operation: Operation, request: Request): boolean =>
  itemOfList(operation.answer) !== null && request.accepts(['application/json', 'text/csv']) === 'text/csv'

/** A page of a list that is read by its number, at a snapshot. */
export interface CsvPage {
  readonly limit: string
  readonly page: string
  /** Absent: now. */
  readonly snapshot_at?: string
}

/**
 * Answers all rows of a list as CSV, page by page at one snapshot in the order of their creation, as fast as the caller takes them. A fault
 * in the first page is answered as such; a later one breaks the connection, so that no caller takes a part for the whole. So does a row
 * that enters or leaves the list meanwhile, such as by its status, because the pages after it shift.
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
  const isCompressed = takesGzip(response)
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

/** Which pages are read, in the order of creation: no other order stays the same if a row changes meanwhile. */
const byCreation = { limit: '1000' } as const

/** A caller that takes nothing for so long is gone. */
const silentMillisMax = 60_000

/** How Node names that the caller disconnected before the end. */
const callerIsGone = 'ERR_STREAM_PREMATURE_CLOSE'
