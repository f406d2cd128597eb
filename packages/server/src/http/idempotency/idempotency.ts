import { isCardNumber, type Operation, Problem } from '@billing-checkout/contract'
import { createHash } from 'node:crypto'
import type { Principal } from '../../organization/caller-context.ts'
import type { RequestIdentity } from '../../store/requests/request-identity.ts'
import { findCardWithCode } from '../../reading/find-card-with-code.ts'
import { canonicalJson } from './canonical-json.ts'
import { showValue } from '../../reading/show-value.ts'

/** Returns the `Idempotency-Key` of a POST or PATCH; `undefined` if there is none. Throws `invalid_parameter` for an invalid one. */
export const readIdempotencyKey = (operation: Operation, header: string | undefined): string | undefined => {
  if (header === undefined || (operation.method !== 'POST' && operation.method !== 'PATCH')) return undefined
  const isPrintable = /^[\x20-\x7e]{1,255}$/.test(header)
  // A key is stored for a month, so it must not contain a card number.
  if (isPrintable && !isCardNumber(header) && findCardWithCode(header) === undefined) return header
  const rule = isPrintable
    ? 'must not be a card number'
    : `must be 1 to 255 printable ASCII characters, got ${header.length} characters: ${showValue(header)}`
  const message = `Idempotency-Key ${rule}.`
  throw new Problem('invalid_parameter', message, {
    details: [{ path: 'header.Idempotency-Key', code: 'invalid_format', message }],
  })
}

/**
 * Identifies a repeated request by the caller, its key and a hash of its content. The hash covers the request as it was sent, so defaults
 * that a later version changes do not affect it.
 */
export const identifyRequest = (
  operation: Operation,
  principal: Principal,
  key: string,
  { params, query, body }: { readonly params: unknown; readonly query: object; readonly body: unknown },
): RequestIdentity => ({
  caller: callerOf(principal),
  key,
  operation: operation.name,
  requestHash: createHash('sha256')
    .update(`${operation.name}\n${canonicalJson([params, body, ...(Object.keys(query).length > 0 ? [query] : [])])}`)
    .digest('hex'),
})

const callerOf = (principal: Principal): string => {
  if (principal.kind === 'merchant') return 'merchant'
  return `${principal.kind}:${principal.kind === 'user' ? principal.userId : principal.sessionId}`
}
