import type { ProblemCode } from '../../problem.ts'
import type { Operation } from './operation.ts'
import { none } from './common-parts.ts'

/**
 * Every error code that an operation may answer with: its own, and those that it has in common with operations of its kind.
 * `/openapi.json` lists them, and a test compares the recorded examples: a new field, operation or code fails until it is described,
 * listed and shown.
 */
export const problemsOf = (operation: Operation): readonly ProblemCode[] => {
  const isKeyed = !operation.callers.includes('anyone')
  const takesKey = operation.method === 'POST' || operation.method === 'PATCH'
  const hasParameters = operation.params !== none || operation.query !== none
  // What its table does not name is refused to the portal as a permission that it does not have.
  const isOfPortal = operation.callers.every((caller) => caller === 'portal')
  return [
    'unsupported_api_version',
    ...when(isKeyed, ['missing_credentials', 'invalid_credentials', 'expired_credentials', 'insufficient_permission']),
    ...when(
      operation.callers.some((caller) => caller === 'widget' || caller === 'portal'),
      ['origin_not_allowed'],
    ),
    ...when(takesKey, ['payload_too_large', 'unsupported_media_type', 'invalid_json']),
    ...when((takesKey || hasParameters) && !isOfPortal, ['invalid_parameter']),
    ...when(!isOfPortal, ['unknown_parameter']),
    ...when(takesKey, ['idempotency_key_reused', 'idempotency_in_progress']),
    ...operation.problems,
    'rate_limited',
    'internal',
    'unavailable',
  ]
}

const when = (holds: boolean, codes: readonly ProblemCode[]): readonly ProblemCode[] => (holds ? codes : [])
