import type { ProblemDetail } from '@billing-checkout/contract'
import type { z } from 'zod'
import { boundsAt } from './bounds-at.ts'
import { showValue } from './show-value.ts'
import { describeBrokenRule } from './describe-broken-rule.ts'

/** Where a value came from; the first part of an issue's path. */
export type RequestPart = 'path' | 'query' | 'body'

type Issue = z.core.$ZodIssue
type Path = readonly PropertyKey[]

/** A parsed value and its issues. The value is valid only if there are no issues. */
export interface ValidationResult {
  readonly value: unknown
  readonly issues: readonly ProblemDetail[]
}

/** Validates a value with its schema. Every issue is a sentence that names the rule and the received value. */
export const validateWith = (schema: z.ZodType, place: RequestPart, value: unknown): ValidationResult => {
  const parsed = schema.safeParse(value, { reportInput: true, error: (issue) => describeBrokenRule(issue as Issue) })
  if (parsed.success) return { value: parsed.data, issues: [] }
  const issues = parsed.error.issues.flatMap((issue) => detailsOfIssue(issue, [], { schema, place }))
  return { value: undefined, issues: withoutRepetition(issues) }
}

/** Two checks of one value may report the same issue; the caller needs it only once. */
const withoutRepetition = (issues: readonly ProblemDetail[]): readonly ProblemDetail[] => [
  ...new Map(issues.map((issue) => [`${issue.path} ${issue.message}`, issue])).values(),
]

interface Context {
  readonly schema: z.ZodType
  readonly place: RequestPart
}

const detailsOfIssue = (issue: Issue, above: Path, context: Context): ProblemDetail[] => {
  const path = [...above, ...issue.path]
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => detailAt([...path, key], 'unknown_parameter', 'is not a parameter here', context))
  }
  if (issue.code === 'invalid_union' && issue.message === '') {
    return closestOption(issue.errors).flatMap((inner) => detailsOfIssue(inner, path, context))
  }
  if (issue.input === undefined) return [detailAt(path, 'required', 'is required', context)]
  if (context.place === 'query' && Array.isArray(issue.input)) {
    return [detailAt(path, 'repeated', `must be given once, got ${issue.input.length} values`, context)]
  }
  const rule = betweenBounds(issue, path, context) ?? issue.message
  // The message of a rule about a whole object already states what was found, so the received value is not added.
  if (issue.code === 'custom' && typeof issue.input === 'object') return [detailAt(path, codes.custom, rule, context)]
  return [detailAt(path, codes[issue.code], `${rule}, got ${showInput(issue.input, context)}`, context)]
}

/** The codes of an error’s details. They are permanent, whatever the schema library calls them. */
const codes: Readonly<Record<Issue['code'], string>> = {
  invalid_type: 'invalid_type',
  too_big: 'too_big',
  too_small: 'too_small',
  invalid_format: 'invalid_format',
  not_multiple_of: 'invalid_value',
  unrecognized_keys: 'unknown_parameter',
  invalid_union: 'invalid_value',
  invalid_key: 'invalid_value',
  invalid_element: 'invalid_value',
  invalid_value: 'invalid_value',
  custom: 'invalid_value',
}

const detailAt = (path: Path, code: string, rule: string, { place }: Context): ProblemDetail => {
  const name = path.map(String).map(shortName).join('.')
  return {
    path: name === '' ? place : `${place}.${name}`,
    code,
    message: `${name === '' ? place : name} ${rule}.`,
  }
}

const shortName = (name: string): string => (/^[\w-]{1,64}$/.test(name) ? name : showValue(name))

/** In a query string every value is text, so quotes around a value would only distract. */
const showInput = (input: unknown, { place }: Context): string => {
  const shown = showValue(input)
  return place === 'query' && typeof input === 'string' && input !== '' ? shown.replaceAll(/^"|"$/g, '') : shown
}

/** The option with the fewest issues, which is most likely what the caller meant. */
const closestOption = (options: readonly (readonly Issue[])[]): readonly Issue[] => {
  const [closest = []] = options.toSorted((left, right) => weightOf(left) - weightOf(right))
  return closest
}

const weightOf = (issues: readonly Issue[]): number =>
  issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? 2 * issue.keys.length : 1), 0)

/** Names both bounds of a number, although the schema reports only the one that was crossed. */
const betweenBounds = (issue: Issue, path: Path, { schema }: Context): string | undefined => {
  if (issue.code !== 'too_small' && issue.code !== 'too_big') return undefined
  if (issue.origin !== 'number' && issue.origin !== 'int') return undefined
  const bounds = boundsAt(schema, path)
  return bounds && `must be between ${bounds.minimum} and ${bounds.maximum}`
}
