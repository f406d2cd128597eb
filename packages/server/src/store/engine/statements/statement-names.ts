import { plannedAfresh } from './planned-afresh.ts'

/**
 * The name under which a statement is planned once for each connection. It is `undefined` for a statement that is better planned
 * every time: one without parameters, one that says so ({@link plannedAfresh}), and any when there are too many different ones
 * already.
 */
export const nameOf = (text: string, values: readonly unknown[]): string | undefined => {
  if (values.length === 0) return undefined
  const known = names.get(text)
  if (known !== undefined || text.includes(plannedAfresh) || names.size >= namesMax) return known
  const name = `statement_${names.size + 1}`
  names.set(text, name)
  return name
}

const names = new Map<string, string>()

/** The largest number of names. Every connection stores every plan, some ten kilobytes each. */
const namesMax = 500
