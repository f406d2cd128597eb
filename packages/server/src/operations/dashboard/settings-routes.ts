import { dashboardOperations, Problem } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import type { ApiKeys } from '../../credentials/api-keys.ts'
import { route } from '../../http/route.ts'
import type { Organization } from '../../organization/organization.ts'
import { encodeLogo } from '../../organization/encode-logo.ts'
import { loadOrganization } from '../../organization/load-organization.ts'
import { refuseRoutingSetting, updateOrganization } from '../../organization/organizations.ts'
import { effectiveSettings } from '../../organization/effective-settings.ts'
import { presentApiKey } from '../../presenters/organization/present-api-key.ts'
import { presentConnection } from '../../presenters/organization/present-connection.ts'
import { inOrganization } from '../../store/in-organization.ts'

/** The routes of operations on the organization, its API keys and its connections. */
export const settingsRoutesOf = (billing: Billing, apiKeys: ApiKeys) => [
  route(dashboardOperations.findOrganization, async ({ call }) =>
    presentOrganization((await loadOrganization(billing.database, call.organization.id)) ?? call.organization),
  ),
  route(dashboardOperations.updateOrganization, async ({ call, body: { name, settings = {}, logo: image } }) => {
    refuseRoutingSetting(settings)
    const { id } = call.organization
    const logo = image === undefined ? undefined : await encodeLogo(Buffer.from(image, 'base64'))
    const updated = await updateOrganization(billing.database, id, { name, settings, logo }, call.wall)
    return presentOrganization(updated ?? call.organization)
  }),
  route(dashboardOperations.findApiKeys, async ({ call }) => ({
    data: (await apiKeys.list(call.organization.id)).map(presentApiKey),
  })),
  route(dashboardOperations.createApiKey, ({ call, body: { scopes = null, name } }) =>
    apiKeys.create(call.organization.id, { scopes, name, wall: call.wall }),
  ),
  route(dashboardOperations.rotateApiKey, async ({ call, params }) => {
    const options = { overlapSeconds: rotationOverlapSeconds, wall: call.wall }
    const made = await apiKeys.rotate(call.organization.id, params.id, options)
    if (made === undefined) throw new Problem('not_found', `There is no working API key ${JSON.stringify(params.id)}.`)
    return made
  }),
  route(dashboardOperations.revokeApiKey, async ({ call, params }) => {
    const revoked = await apiKeys.revoke(call.organization.id, params.id, call.wall)
    if (revoked === undefined) throw new Problem('not_found', `There is no API key ${JSON.stringify(params.id)}.`)
    return presentApiKey(revoked)
  }),
  route(dashboardOperations.findConnections, async ({ call }) => {
    const rows = await inOrganization(billing.database, call.organization.id)
      .selectFrom('connections')
      .selectAll()
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
    return {
      data: rows.map((row) => ({
        ...presentConnection(row),
        silent_since: billing.breakers.get(row.id)?.openSince() ?? null,
      })),
    }
  }),
]

/** Seconds for which the former key works after a rotation, as for the command `key rotate`. */
const rotationOverlapSeconds = 86_400

const presentOrganization = ({ id, name, settings }: Organization) => ({
  id,
  name,
  // Copied through JSON, because settings are stored in this form.
  settings: JSON.parse(JSON.stringify(effectiveSettings(settings))),
})
