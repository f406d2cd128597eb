/** Rows as a Markdown table. All columns but the first and the last are numbers. */
export const table = (rows: readonly (readonly string[])[]): string => {
  const [head = [], ...rest] = rows
  const widths = head.map((_, column) => Math.max(4, ...rows.map((row) => row[column]!.length)))
  const isText = (column: number) => column === 0 || column === head.length - 1
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, column) => (isText(column) ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!))).join(' | ')} |`
  const rule = `| ${widths.map((width, column) => (isText(column) ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  return [line(head), rule, ...rest.map(line)].join('\n')
}
