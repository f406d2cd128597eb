import { Problem, type WebhookDelivery } from '@billing-checkout/contract'
import type { Billing } from '../../billing/billing.ts'
import { saveIdempotentResponse } from '../../store/requests/save-idempotent-response.ts'
import type { CallerContext } from '../../organization/caller-context.ts'
import { presentWebhookDelivery } from '../../presenters/webhooks/present-webhook-delivery.ts'
import { recordAudit } from '../../store/audit/record-audit.ts'
import { write } from '../../store/writes/write.ts'

/** Makes a delivery due again, with a full new series of attempts. Earlier attempts are still shown. */
export const redeliverEvent = (billing: Billing, call: CallerContext, id: string): Promise<WebhookDelivery> =>
  write(billing.database, call.organization.id, async (work) => {
    const row = await work.db
      .updateTable('webhookDeliveries')
      .set({ status: 'pending', tries: 0, dueAt: billing.wallClock(), leavesGap: false })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (row === undefined) throw new Problem('not_found', `There is no webhook delivery ${id}.`)
    const delivery = presentWebhookDelivery(row)
    recordAudit(work, { object: id })
    saveIdempotentResponse(work, call, delivery)
    return delivery
  })
