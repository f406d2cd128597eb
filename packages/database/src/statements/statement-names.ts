import { planEachTimeMark, noAnswerTimeoutMark } from './statement-marks.ts'

/** The names of the planned statements of one database; all its connections use the same names. */
export class StatementNames {
  readonly #withParameters = new Map<string, string>()
  /** The names of statements without parameters, such as those that jobs repeat. */
  readonly #fixed = new Map<string, string>()

  /**
   * Returns the name under which PostgreSQL plans a statement once for each connection. Returns `undefined` for statements that have no
   * plan, that should be planned every time ({@link planEachTimeMark}), or that exceed the limit of names.
   */
  nameOf(text: string, values: readonly unknown[]): string | undefined {
    const names = values.length === 0 ? this.#fixed : this.#withParameters
    const known = names.get(text)
    if (known !== undefined || names.size >= namesMax || text.includes(planEachTimeMark)) return known
    if (values.length === 0 && !isPlanned(text)) return undefined
    const name = `${values.length === 0 ? 'fixed' : 'statement'}_${names.size + 1}`
    names.set(text, name)
    return name
  }
}

/**
 * Whether a text without parameters is a single statement that is worth planning once. A statement with `set_config` is not: if it were
 * prepared, it would keep its snapshot until the next statement, and that snapshot would block `create index concurrently`.
 */
const isPlanned = (text: string): boolean =>
  hasPlan(text) && ![';', 'set_config(', noAnswerTimeoutMark].some((unplanned) => text.includes(unplanned))

/** Whether a statement reads or writes rows, so that PostgreSQL plans it. Transaction control, settings and schema changes have no plan. */
export const hasPlan = (text: string): boolean => /^\s*(?:select|insert|update|delete|with)\b/i.test(text)

/**
 * The maximum number of names, counted separately for statements with and without parameters. It is limited, because every connection
 * stores every plan, about ten kilobytes each.
 */
const namesMax = 1000
