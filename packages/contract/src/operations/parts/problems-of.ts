import type { ProblemCode } from '../../problem.ts'
import { noParameters, type Operation } from './operation.ts'

/**
 * Every error code that an operation may return: its own, and the codes that all operations of its kind share. `/openapi.json` lists them.
 * A test compares them with the recorded examples, so that a new field, operation or code must be described, listed and shown.
 */
export const problemsOf = (operation: Operation): readonly ProblemCode[] => {
  const isKeyed = !operation.callers.includes('anyone')
  const isWrite = operation.method === 'POST' || operation.method === 'PATCH'
  const hasParameters = operation.params !== noParameters || operation.query !== noParameters
  // Such an operation has no `invalid_parameter`: a parameter that `portalRights` does not list gets `insufficient_permission`.
  const isOfPortal = operation.callers.every((caller) => caller === 'portal')
  return [
    'unsupported_api_version',
    ...when(isKeyed, ['missing_credentials', 'invalid_credentials', 'expired_credentials', 'insufficient_permission']),
    ...when(
      operation.callers.some((caller) => caller === 'widget' || caller === 'portal'),
      ['origin_not_allowed'],
    ),
    ...when(isWrite, ['payload_too_large', 'unsupported_media_type', 'invalid_json']),
    ...when((isWrite || hasParameters) && !isOfPortal, ['invalid_parameter']),
    ...when(!isOfPortal, ['unknown_parameter']),
    ...when(isWrite, ['idempotency_key_reused', 'idempotency_in_progress']),
    ...operation.problems,
    'rate_limited',
    'internal',
    'unavailable',
  ]
}

const when = (holds: boolean, codes: readonly ProblemCode[]): readonly ProblemCode[] => (holds ? codes : [])
