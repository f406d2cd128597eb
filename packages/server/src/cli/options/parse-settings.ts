import { Problem } from '@billing-checkout/contract'

/** Settings out of `name=value` texts; a value is JSON if it can be read as such, else the text itself. */
export const parseSettings = (assignments: readonly string[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    assignments.map((assignment) => {
      const [, name, value] = /^(\w+)=(.*)$/s.exec(assignment) ?? []
      if (name === undefined || value === undefined) {
        throw new Problem('invalid_parameter', `--set must be NAME=VALUE, got ${JSON.stringify(assignment)}.`)
      }
      return [name, parseValue(value)]
    }),
  )

const parseValue = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
