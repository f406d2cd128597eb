/**
 * Formats a result for people: first the members that are not lists, as `name: value` lines, then each list as aligned columns under its
 * name. A list on its own gets no name.
 */
export const formatAnswer = (answer: object): string => {
  const members = Object.entries(answer)
  const lists = members.filter((member): member is [string, object[]] => isList(member[1]))
  const facts = members.filter(([, value]) => !isList(value))
  const [only] = lists
  if (only !== undefined && members.length === 1) return printList(only[1])
  return [
    ...facts.map(([name, value]) => `${name}: ${printValue(value)}`),
    ...lists.map(([name, list]) => (list.length === 0 ? `${name}: none` : `${name}:\n${printList(list)}`)),
  ].join('\n')
}

const isList = (value: unknown): boolean => Array.isArray(value) && value.every(isObject)

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null

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
