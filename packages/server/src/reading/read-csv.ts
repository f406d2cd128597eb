import { parse, type InfoRecord } from 'csv-parse/sync'

/** A row of a CSV file: its trimmed cells, and the number of its last line. */
export interface CsvRow {
  readonly line: number
  readonly cells: readonly string[]
}

/**
 * Parses CSV (RFC 4180) into rows, the header first, without empty lines. It drops the byte order mark with which spreadsheets begin a
 * file. Throws an Error that names the line of a misplaced or unclosed quote.
 */
export const readCsv = (text: string): readonly CsvRow[] => {
  const rows: unknown = parse(text, {
    bom: true,
    info: true,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
  })
  return (rows as readonly RecordWithInfo[]).map(({ record, info }) => ({ line: info.lines, cells: record }))
}

/** The form of a record with the library's option `info`, which its types leave out. */
interface RecordWithInfo {
  readonly record: readonly string[]
  readonly info: Pick<InfoRecord, 'lines'>
}
