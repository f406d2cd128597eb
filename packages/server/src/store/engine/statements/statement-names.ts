import { mayBeSilent } from './may-be-silent.ts'
import { plannedAfresh } from './planned-afresh.ts'

/**
 * The name under which a statement is planned once for each connection. It is `undefined` for one that is better planned every time,
 * because it says so ({@link plannedAfresh}) or there are too many different ones already, and for whatever has no plan.
 */
export const nameOf = (text: string, values: readonly unknown[]): string | undefined => {
  const names = values.length === 0 ? namesOfFixed : namesOfAsked
  const known = names.get(text)
  if (known !== undefined || names.size >= namesMax || text.includes(plannedAfresh)) return known
  if (values.length === 0 && !isPlanned(text)) return undefined
  const name = `${values.length === 0 ? 'fixed' : 'statement'}_${names.size + 1}`
  names.set(text, name)
  return name
}

/**
 * Whether a text without parameters is one statement that has a plan. What sets something has none worth keeping, and a prepared
 * statement would hold its snapshot until the next one, for which `create index concurrently` waits.
 */
const isPlanned = (text: string): boolean =>
  hasPlan(text) && ![';', 'set_config(', mayBeSilent].some((unplanned) => text.includes(unplanned))

/** Whether a statement reads or writes rows, which PostgreSQL plans, and does not begin, end, set or define anything. */
export const hasPlan = (text: string): boolean => /^\s*(?:select|insert|update|delete|with)\b/i.test(text)

const namesOfAsked = new Map<string, string>()

/** Those of statements without parameters, such as jobs ask again and again. */
const namesOfFixed = new Map<string, string>()

/** The largest number of names of either sort. Every connection stores every plan, some ten kilobytes each. */
const namesMax = 1000
