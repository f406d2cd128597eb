import type { WebhookEndpointWithSecret } from '@billing-checkout/contract'
import { required } from '@billing-checkout/domain'
import type { Billing } from '../../billing/billing.ts'
import { saveIdempotentResponse } from '../../store/requests/save-idempotent-response.ts'
import type { CallerContext } from '../../organization/caller-context.ts'
import { loadWebhookEndpoints } from '../../presenters/webhooks/load-webhook-endpoints.ts'
import { recordAudit } from '../../store/audit/record-audit.ts'
import { write } from '../../store/writes/write.ts'
import { lockEndpoint } from './lock-endpoint.ts'
import { formerSecretValidUntil, newSecret, sealSecret } from '../signing/secrets.ts'

/** Gives an endpoint a new secret; for a day, deliveries are also signed with the former one. */
export const rotateSecret = (billing: Billing, call: CallerContext, id: string): Promise<WebhookEndpointWithSecret> =>
  write(billing.database, call.organization.id, async (work) => {
    const { sealedSecret } = await lockEndpoint(work, id)
    const secret = newSecret()
    await work.db
      .updateTable('webhookEndpoints')
      .set({
        sealedSecret: sealSecret(billing.webhookKey, id, secret),
        formerSealedSecret: sealedSecret,
        formerUntil: formerSecretValidUntil(billing.wallClock()),
        updatedAt: work.now,
      })
      .where('id', '=', id)
      .execute()
    const endpoint = required((await loadWebhookEndpoints(work.db, [id]))[0], 'webhook endpoint', id)
    recordAudit(work, { object: id })
    saveIdempotentResponse(work, call, endpoint)
    return { ...endpoint, secret }
  })
