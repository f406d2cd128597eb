/** An answer for people: a list as aligned columns, several under their names, everything else as `name: value` lines. */
export const printAnswer = (answer: object): string => {
  const lists = Object.entries(answer).filter((member): member is [string, object[]] => isList(member[1]))
  if (lists.length > 1) return lists.map(([name, list]) => `${name}:\n${printList(list)}`).join('\n')
  return lists[0] === undefined ? printMembers(answer) : printList(lists[0][1])
}

const isList = (value: unknown): boolean => Array.isArray(value) && value.every(isObject)

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

const printMembers = (answer: object): string =>
  Object.entries(answer)
    .map(([name, value]) => `${name}: ${printValue(value)}`)
    .join('\n')

const printList = (rows: readonly object[]): string => {
  const [first] = rows
  if (first === undefined) return 'none'
  const names = Object.keys(first)
  const lines = [names, ...rows.map((row) => names.map((name) => printValue((row as Record<string, unknown>)[name])))]
  const widths = names.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? '').length)))
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const printValue = (value: unknown): string => {
  if (value === null || value === undefined) return '-'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
