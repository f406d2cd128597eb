import type { Operation, ProblemDetail } from '@billing-checkout/contract'
import { z } from 'zod'
import { findCardWithCode } from '../../reading/find-card-with-code.ts'
import { problemOfIssues } from '../../reading/problem-of-issues.ts'
import { type ValidationResult, validateWith } from '../../reading/validate-with.ts'
import { pathInBody } from './path-in-body.ts'

/** A request before validation. */
export interface RawRequest {
  readonly params: unknown
  readonly query: unknown
  /** The parsed body; `undefined` if there was none. */
  readonly body: unknown
}

/** A request after validation. */
export interface ValidRequest {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/**
 * Parses and validates a request with its operation's schemas. Throws one problem that lists every issue: `unknown_parameter` if all issues
 * are unknown members, else `invalid_parameter`.
 */
export const readRequest = (operation: Operation, raw: RawRequest): ValidRequest => {
  const params = validateWith(operation.params, 'path', raw.params)
  const query = validateWith(operation.query, 'query', raw.query)
  const body = readBody(operation, raw.body)
  const issues = [...params.issues, ...query.issues, ...body.issues]
  const card = findCardWithCode(raw.body)
  if (card !== undefined) issues.push(cardWithCodeAt(card))
  if (issues.length > 0) throw problemOfIssues(issues)
  return { params: params.value, query: query.value, body: body.value }
}

const cardWithCodeAt = (names: readonly string[]): ProblemDetail => {
  const path = pathInBody(names)
  return { path, code: 'invalid_value', message: `${path} must not hold a card number with its security code.` }
}

const readBody = (operation: Operation, body: unknown): ValidationResult => {
  if (operation.body !== null) return validateWith(operation.body, 'body', body)
  // Many clients send `{}` with every POST, so an operation without a body accepts an empty object.
  return { value: undefined, issues: body === undefined ? [] : validateWith(z.strictObject({}), 'body', body).issues }
}
