import { Problem, type ScopedResource } from '@billing-checkout/contract'
import type { Scopes } from '../../credentials/api-keys.ts'

const resources = [
  'customers',
  'plans',
  'subscriptions',
  'payments',
  'client_sessions',
  'payment_links',
  'portal_sessions',
  'discounts',
  'events',
  'webhooks',
  'sandbox',
  'emails',
  'audit',
  'erasure',
  'declarations',
] as const satisfies ScopedResource[]

/** The scopes that `payments:write,plans:read` names; `undefined`: everything. Throws `invalid_parameter` for any other text. */
export const parseScopes = (text: string | undefined): Scopes => {
  if (text === undefined) return null
  return Object.fromEntries(text.split(',').map((part) => parseScope(part.trim())))
}

const parseScope = (part: string): [ScopedResource, 'read' | 'write'] => {
  const [name, access] = part.split(':')
  const resource = resources.find((known) => known === name)
  if (resource === undefined || (access !== 'read' && access !== 'write')) {
    throw new Problem(
      'invalid_parameter',
      `--scopes must be resource:read or resource:write, separated by commas, with the resources ${resources.join(', ')}; got ${JSON.stringify(part)}.`,
    )
  }
  return [resource, access]
}
