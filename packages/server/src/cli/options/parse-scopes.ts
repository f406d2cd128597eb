import { Problem, type ScopedResource, scopedResources } from '@billing-checkout/contract'
import type { Scopes } from '../../credentials/api-keys.ts'

/** Parses scopes such as `payments:write,plans:read`; `undefined` means all. Throws `invalid_parameter` for any other text. */
export const parseScopes = (text: string | undefined): Scopes => {
  if (text === undefined) return null
  return Object.fromEntries(text.split(',').map((part) => parseScope(part.trim())))
}

const parseScope = (part: string): [ScopedResource, 'read' | 'write'] => {
  const [name, access] = part.split(':')
  const resource = scopedResources.find((known) => known === name)
  if (resource === undefined || (access !== 'read' && access !== 'write')) {
    throw new Problem(
      'invalid_parameter',
      `--scopes must be resource:read or resource:write, separated by commas, with the resources ${scopedResources.join(', ')}; got ${JSON.stringify(part)}.`,
    )
  }
  return [resource, access]
}
