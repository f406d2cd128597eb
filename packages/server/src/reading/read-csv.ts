import { parse, type InfoRecord } from 'csv-parse/sync'

/** A row of a CSV file, its cells without the spaces around them, and the number of its last line. */
export interface CsvRow {
  readonly line: number
  readonly cells: readonly string[]
}

/**
 * The rows of a CSV text (RFC 4180), the header first; empty lines are left out. Spreadsheets begin a file with a mark of its encoding,
 * which is no part of the first cell. Throws an Error that names the line of a quote that is out of place or never closed.
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

/** What the option `info` makes of a record. The library's types do not say so. */
interface RecordWithInfo {
  readonly record: readonly string[]
  readonly info: Pick<InfoRecord, 'lines'>
}
