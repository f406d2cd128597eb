import {
  type DashboardOperationName,
  hasRight,
  type Operation,
  type OperationName,
  Problem,
  type ScopedResource,
  type UserRight,
  userRights,
} from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { Principal, UserPrincipal } from './caller-context.ts'

/**
 * Throws `insufficient_permission` unless this kind of caller may use the operation, and a key's scopes or a user's role allow it. Throws
 * `reauthentication_required` if a user must authenticate again first.
 */
export const checkPermission = (operation: Operation, principal: Principal, wall: Timestamp): void => {
  if (principal.kind === 'user') return checkUser(operation, principal, wall)
  if (!operation.callers.includes(principal.kind)) {
    throw new Problem('insufficient_permission', `${kindNames[principal.kind]} may not call ${operation.name}.`)
  }
  if (operation.scope !== null && principal.kind === 'merchant')
    requireScope(principal, operation.scope, operation.name)
}

const checkUser = ({ name, callers, method }: Operation, principal: UserPrincipal, wall: Timestamp): void => {
  requireRight(principal, userRights[name as OperationName | DashboardOperationName], name)
  // Changes to keys, users and settings need a recent authentication: a stranger may use a browser that was left open.
  if (!callers.includes('user') || method === 'GET' || principal.reauthenticatedUntil > wall) return
  throw new Problem(
    'reauthentication_required',
    `Confirm who you are, by password, passkey or identity provider, then ${name} is allowed for ten minutes.`,
  )
}

const requireRight = (principal: UserPrincipal, right: UserRight | null, needed: string): void => {
  if (right === null) throw new Problem('insufficient_permission', `A user of the dashboard may not call ${needed}.`)
  if (hasRight(principal, right)) return
  const who =
    right === 'operate'
      ? 'Only an operator of the installation'
      : `Not the role ${principal.role}, which you have here,`
  throw new Problem('insufficient_permission', `${who} may call ${needed}.`)
}

/**
 * Throws `insufficient_permission` if a key's scopes or a user's role lack this permission. Always throws for the portal, which can charge
 * only through a checkout session. A widget needs no scope for its operations.
 */
export const requireScope = (
  principal: Principal,
  { resource, access }: NonNullable<Operation['scope']>,
  needed: string,
): void => {
  if (principal.kind === 'widget') return
  if (principal.kind === 'user') return requireRight(principal, access === 'read' ? 'view' : 'manage', needed)
  if (principal.kind === 'portal')
    throw new Problem('insufficient_permission', `The portal opens a client session for ${needed}.`)
  if (principal.scopes === null && !explicitScopes.has(resource)) return
  const granted = principal.scopes?.[resource]
  if (granted === 'write' || granted === access) return
  throw new Problem(
    'insufficient_permission',
    `This API key lacks the scope ${resource}:${access} that ${needed} needs.`,
  )
}

/** Scopes that a key only has if it names them, even if it otherwise has all permissions. */
export const explicitScopes: ReadonlySet<string> = new Set<ScopedResource>(['audit', 'erasure'])

const kindNames = {
  merchant: 'An API key',
  widget: 'A client token',
  portal: 'A client token of the portal',
} as const
