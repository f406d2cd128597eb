import type { z } from 'zod'

/**
 * The broken rule as the rest of a sentence, such as `must be a string`. A rule with a message in the schema does not reach this function.
 */
export const describeBrokenRule = (issue: z.core.$ZodIssue): string => {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${typeNames[issue.expected] ?? `a value of type ${issue.expected}`}`
    case 'too_small':
      return `must be at least ${issue.minimum}${unitsOf(issue.origin)}`
    case 'too_big':
      return `must be at most ${issue.maximum}${unitsOf(issue.origin)}`
    case 'invalid_value':
      return `must be ${listValues(issue.values)}`
    case 'invalid_format':
      return `must be ${formatNames[issue.format] ?? 'in the documented format'}`
    case 'invalid_union':
      // Empty, because the issues of the closest option are reported instead.
      return ''
    default:
      return 'must follow the documented rule'
  }
}

const typeNames: Readonly<Record<string, string>> = {
  array: 'an array',
  boolean: 'true or false',
  int: 'a whole number',
  null: 'null',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'a string',
}

const formatNames: Readonly<Record<string, string>> = {
  email: 'an e-mail address',
  url: 'a web address',
  uuid: 'a UUID',
}

const unitsOf = (origin: string): string =>
  origin === 'string' ? ' characters long' : origin === 'array' || origin === 'set' ? ' items long' : ''

const listedMax = 20

const listValues = (values: readonly unknown[]): string => {
  const listed = values.slice(0, listedMax).map(String).join(', ')
  if (values.length === 1) return listed
  return values.length <= listedMax
    ? `one of ${listed}`
    : `one of the ${values.length} documented values (${listed}, …)`
}
