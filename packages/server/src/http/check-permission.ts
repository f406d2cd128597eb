import { type Operation, Problem } from '@billing-checkout/contract'
import type { Principal } from './call.ts'

/** Throws `insufficient_permission` unless this kind of caller may use the operation and, for a key, its scopes allow it. */
export const checkPermission = (row: Operation, principal: Principal): void => {
  if (!row.callers.includes(principal.kind)) {
    throw new Problem('insufficient_permission', `${kindNames[principal.kind]} may not call ${row.name}.`)
  }
  if (principal.kind === 'widget' || principal.scopes === null || row.scope === null) return
  const { resource, access } = row.scope
  const granted = principal.scopes[resource]
  if (granted === 'write' || granted === access) return
  throw new Problem(
    'insufficient_permission',
    `This API key lacks the scope ${resource}:${access} that ${row.name} needs.`,
  )
}

const kindNames = { merchant: 'An API key', widget: 'A client token' } as const
