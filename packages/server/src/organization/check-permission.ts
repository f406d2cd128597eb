import { type Operation, Problem, type ScopedResource } from '@billing-checkout/contract'
import type { Principal } from './caller-context.ts'

/** Throws `insufficient_permission` unless this kind of caller may use the operation and, for a key, its scopes allow it. */
export const checkPermission = (operation: Operation, principal: Principal): void => {
  if (!operation.callers.includes(principal.kind)) {
    throw new Problem('insufficient_permission', `${kindNames[principal.kind]} may not call ${operation.name}.`)
  }
  if (operation.scope !== null) requireScope(principal, operation.scope, operation.name)
}

/** Throws `insufficient_permission` where a key's scopes do not allow what is needed; a widget has none to lack. */
export const requireScope = (
  principal: Principal,
  { resource, access }: NonNullable<Operation['scope']>,
  needed: string,
): void => {
  if (principal.kind === 'widget') return
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

const kindNames = { merchant: 'An API key', widget: 'A client token' } as const
