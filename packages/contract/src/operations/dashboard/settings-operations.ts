import { z } from 'zod'
import { apiKey, apiKeyScopes, newApiKey } from '../../resources/api-key.ts'
import { connection } from '../../resources/connection.ts'
import { nullableTimestamp } from '../../resources/fields.ts'
import { json } from '../../resources/metadata.ts'
import { filledText } from '../../resources/text.ts'
import { forDashboardUsers, idParam, operation } from '../parts/operation.ts'

/** The organization, with the effective value of every setting. */
const organization = z.strictObject({ id: z.string(), name: z.string(), settings: z.record(z.string(), json) })

/** Returns the organization with its settings. */
export const findOrganization = operation({
  method: 'GET',
  path: '/organization',
  summary: 'Show the organization',
  description: ['Shows the organization with every setting as it counts, as `organization show` does.'],
  ...forDashboardUsers,
  answer: organization,
})

/**
 * The longest Base64 text of a logo. It admits more than 100 kB, so that a larger logo reaches the check whose message states the limits.
 */
const logoLengthMax = 180_000

/** Changes the name, the settings or the logo of the organization. */
export const updateOrganization = operation({
  method: 'PATCH',
  path: '/organization',
  summary: 'Change the organization',
  description: [
    'Changes the name and the settings that are sent, by the checks of `organization update`. Routes are set by the command line. A new `logo` replaces the former, and `settings.logo: null` removes it.',
  ],
  ...forDashboardUsers,
  body: z.strictObject({
    name: filledText(200).optional(),
    settings: z.record(z.string().max(100), json).optional(),
    /** A PNG or WebP file of at most 100 kB and 1,024 × 1,024 pixels, in Base64. */
    logo: z.base64().max(logoLengthMax).optional(),
  }),
  bodyBytesMax: 192 * 1024,
  answer: organization,
})

/** Lists the API keys of the organization. */
export const findApiKeys = operation({
  method: 'GET',
  path: '/api-keys',
  summary: 'Find API keys',
  description: ['Lists all keys without their texts, the oldest first.'],
  ...forDashboardUsers,
  answer: z.strictObject({ data: z.array(apiKey) }),
})

/** Creates an API key. */
export const createApiKey = operation({
  method: 'POST',
  path: '/api-keys',
  summary: 'Make an API key',
  description: [
    'Makes a key, whose text is answered once. Without `scopes` it may do all but read the audit log and erase.',
  ],
  ...forDashboardUsers,
  body: z.strictObject({ name: filledText(100).nullable().optional(), scopes: apiKeyScopes.optional() }),
  answer: newApiKey,
})

/** Replaces an API key with a new one; the old key stays valid for a day. */
export const rotateApiKey = operation({
  method: 'POST',
  path: '/api-keys/{id}/rotate',
  summary: 'Replace an API key',
  description: [
    'Makes a key with the same name and scopes, whose text is answered once. The former works on for a day, or ends before if it is revoked.',
  ],
  ...forDashboardUsers,
  params: idParam,
  answer: newApiKey,
  problems: ['not_found'],
})

/** Revokes an API key at once. */
export const revokeApiKey = operation({
  method: 'DELETE',
  path: '/api-keys/{id}',
  summary: 'Revoke an API key',
  description: ['Ends a key at once. To end it again changes nothing.'],
  ...forDashboardUsers,
  params: idParam,
  answer: apiKey,
  problems: ['not_found'],
})

/** Lists the connections of the organization with their health. */
export const findConnections = operation({
  method: 'GET',
  path: '/connections',
  summary: 'Find connections',
  description: ['Lists the accounts at processors, the oldest first. The command line adds and changes them.'],
  ...forDashboardUsers,
  answer: z.strictObject({
    data: z.array(
      connection.extend({
        /** Since when the processor has not answered this server's calls; null if it answers. */
        silent_since: nullableTimestamp,
      }),
    ),
  }),
})
