import type { WebhookEndpoint } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import type { CallerContext } from '../../organization/caller-context.ts'
import { loadShownEndpoint } from '../../presenters/webhooks/present-webhook-endpoint.ts'
import { recordAudit } from '../../store/audit/record-audit.ts'
import { write } from '../../store/writes/write.ts'
import { lockEndpoint } from './lock-endpoint.ts'

/** Deletes an endpoint with its secret and its deliveries. */
export const deleteEndpoint = (billing: Billing, call: CallerContext, id: string): Promise<WebhookEndpoint> =>
  write(billing.database, call.organization.id, async (work) => {
    await lockEndpoint(work, id)
    const endpoint = await loadShownEndpoint(work.db, id)
    await work.db.deleteFrom('webhookEndpoints').where('id', '=', id).execute()
    recordAudit(work, { object: id, before: endpoint })
    return endpoint
  })
