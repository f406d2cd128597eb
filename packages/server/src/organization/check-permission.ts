import { type Operation, Problem, type ScopedResource } from '@billing-checkout/contract'
import type { Principal } from './caller-context.ts'

/** Throws `insufficient_permission` unless this kind of caller may use the operation and, for a key, its scopes allow it. */
export const checkPermission = (operation: Operation, principal: Principal): void => {
  if (!operation.callers.includes(principal.kind)) {
    throw new Problem('insufficient_permission', `${kindNames[principal.kind]} may not call ${operation.name}.`)
  }
  if (operation.scope !== null && principal.kind === 'merchant')
    requireScope(principal, operation.scope, operation.name)
}

/**
 * Throws `insufficient_permission` if a key's scopes do not allow what is needed. A widget may do all that its operations do; the portal
 * charges only through a session of the checkout.
 */
export const requireScope = (
  principal: Principal,
  { resource, access }: NonNullable<Operation['scope']>,
  needed: string,
): void => {
  if (principal.kind === 'widget') return
  if (principal.kind === 'portal')
    throw new Problem('insufficient_permission', `The portal opens a client session for ${needed}.`)
  if (principal.scopes === null && !scopesToBeNamed.has(resource)) return
  const granted = principal.scopes?.[resource]
  if (granted === 'write' || granted === access) return
  throw new Problem(
    'insufficient_permission',
    `This API key lacks the scope ${resource}:${access} that ${needed} needs.`,
  )
}

/** What a key that may do everything may not do unless its scopes name it. */
export const scopesToBeNamed: ReadonlySet<string> = new Set<ScopedResource>(['audit', 'erasure'])

const kindNames = { merchant: 'An API key', widget: 'A client token', portal: 'A client token of the portal' } as const
