import { Problem } from '@billing-checkout/contract'

/**
 * Parses settings from `name=value` texts. A value is parsed as JSON; if it is no valid JSON, it is the text itself. `name+=value` adds to
 * the stored list.
 */
export const parseSettings = (
  assignments: readonly string[],
  stored: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    assignments.map((assignment) => {
      const [, name, adds, value] = /^(\w+)(\+?)=(.*)$/s.exec(assignment) ?? []
      if (name === undefined || value === undefined) {
        throw new Problem(
          'invalid_parameter',
          `--set must be NAME=VALUE, or NAME+=VALUE to add to a list, got ${JSON.stringify(assignment)}.`,
        )
      }
      return [name, adds === '+' ? addedTo(name, stored[name], parseValue(value)) : parseValue(value)]
    }),
  )

const parseValue = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const addedTo = (name: string, stored: unknown, value: unknown): unknown => {
  if (stored !== undefined && !Array.isArray(stored))
    throw new Problem('invalid_parameter', `--set ${name}+= adds to a list, and ${name} is not a list.`)
  return [...new Set([...((stored ?? []) as readonly unknown[]), ...[value].flat()])]
}
