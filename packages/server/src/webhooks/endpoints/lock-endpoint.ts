import { Problem } from '@billing-checkout/contract'
import type { WebhookEndpointRow } from '../../store/rows.ts'
import type { Write } from '../../store/writes/write.ts'

/** Locks an endpoint until the transaction ends; throws `not_found` if it does not exist. */
export const lockEndpoint = async ({ db }: Write, id: string): Promise<WebhookEndpointRow> => {
  const row = await db.selectFrom('webhookEndpoints').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (row === undefined) throw new Problem('not_found', `There is no webhook endpoint ${id}.`)
  return row
}
