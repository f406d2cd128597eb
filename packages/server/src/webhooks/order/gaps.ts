import type { OrganizationDatabase } from '../../store/in-organization.ts'
import type { Write } from '../../store/writes/write.ts'
import type { WebhookMessage } from '../messages/message.ts'

/** The largest number of event ids in a header. */
const namedMax = 10

/**
 * Adds to the first message of each key the ids of earlier events with this key that we stopped retrying and have not reported yet: the
 * latest ten, in order.
 */
export const attachGapIds = async (
  db: OrganizationDatabase,
  endpointId: string,
  messages: readonly WebhookMessage[],
): Promise<readonly WebhookMessage[]> => {
  const keys = messages.map(({ orderKey }) => orderKey).filter((key) => key !== null)
  if (keys.length === 0) return messages
  const gaps = await db
    .selectFrom('webhookDeliveries')
    .select(['eventId', 'eventSequence', 'orderKey'])
    .where('endpointId', '=', endpointId)
    .where('leavesGap', '=', true)
    .where('orderKey', 'in', [...new Set(keys)])
    .orderBy('eventSequence')
    .execute()
  if (gaps.length === 0) return messages
  const named = new Set<string>()
  return messages.map((message) => {
    const { orderKey, sequence } = message
    if (orderKey === null || sequence === null || named.has(orderKey)) return message
    named.add(orderKey)
    const before = gaps.filter((gap) => gap.orderKey === orderKey && (gap.eventSequence ?? 0) < sequence)
    return { ...message, gap: before.slice(-namedMax).map(({ eventId }) => eventId) }
  })
}

/** Records that a delivered event has reported the gap before it to the endpoint. */
export const closeGap = async (
  { db }: Write,
  endpointId: string,
  { gap, orderKey, sequence }: WebhookMessage,
): Promise<void> => {
  if (gap.length === 0) return
  await db
    .updateTable('webhookDeliveries')
    .set({ leavesGap: false })
    .where('endpointId', '=', endpointId)
    .where('leavesGap', '=', true)
    .where('orderKey', '=', orderKey)
    .where('eventSequence', '<', sequence)
    .execute()
}
