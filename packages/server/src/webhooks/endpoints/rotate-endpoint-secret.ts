import { Problem, type WebhookEndpoint, type WebhookEndpointWithSecret } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import type { CallerContext } from '../../organization/caller-context.ts'
import { loadShownEndpoint } from '../../presenters/webhooks/present-webhook-endpoint.ts'
import { recordAudit } from '../../store/audit/record-audit.ts'
import { inOrganization } from '../../store/in-organization.ts'
import { saveIdempotentResponse } from '../../store/requests/save-idempotent-response.ts'
import { write } from '../../store/writes/write.ts'
import {
  formerSecretValidUntil,
  mintWebhookSecret,
  sealEndpointSecret,
  unsealEndpointSecret,
} from '../signing/secrets.ts'
import { lockEndpoint } from './lock-endpoint.ts'

/** Gives an endpoint a new secret; for a day, deliveries are also signed with the former one. */
export const rotateEndpointSecret = (
  billing: Billing,
  call: CallerContext,
  id: string,
): Promise<WebhookEndpointWithSecret> =>
  write(billing.database, call.organization.id, async (work) => {
    const { sealedSecret } = await lockEndpoint(work, id)
    const secret = mintWebhookSecret()
    await work.db
      .updateTable('webhookEndpoints')
      .set({
        sealedSecret: sealEndpointSecret(billing.webhookKey, id, secret),
        formerSealedSecret: sealedSecret,
        formerUntil: formerSecretValidUntil(billing.wallClock()),
        updatedAt: work.now,
      })
      .where('id', '=', id)
      .execute()
    const endpoint = await loadShownEndpoint(work.db, id)
    recordAudit(work, { object: id })
    saveIdempotentResponse(work, call, endpoint)
    return { ...endpoint, secret }
  })

/**
 * The stored answer for a repeated request, with the endpoint's current secret added. Throws `not_found` if the endpoint has been deleted
 * since.
 */
export const withEndpointSecret = async (
  { database, webhookKey }: Billing,
  organizationId: string,
  endpoint: WebhookEndpoint,
): Promise<WebhookEndpointWithSecret> => {
  const row = await inOrganization(database, organizationId)
    .selectFrom('webhookEndpoints')
    .select(['id', 'sealedSecret'])
    .where('id', '=', endpoint.id)
    .executeTakeFirst()
  if (row === undefined) throw new Problem('not_found', `Webhook endpoint ${endpoint.id} has been deleted since.`)
  return { ...endpoint, secret: unsealEndpointSecret(webhookKey, row) }
}
