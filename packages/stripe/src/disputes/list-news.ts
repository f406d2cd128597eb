import type {
  DisputeReason,
  DisputeStatus,
  FoundRefund,
  FraudWarning,
  NewsPage,
  ProcessorDispute,
} from '@billing-checkout/server/processor'
import { Stripe } from 'stripe'
import { fromStripeMoney } from '../amounts.ts'
import { queryEach } from '../query-each.ts'
import { idOf } from '../intents/facts.ts'
import { referenceMetadataKey } from '../intents/requests.ts'
import { newsEventTypes } from '../notifications/event-types.ts'
import { isFailed, isPending } from '../refunds/outcome-of-refund.ts'
import type { StripeAccount } from '../stripe-account.ts'

/**
 * The disputes and fraud warnings since a moment, and the refunds that we did not request and that did not fail. All are on one page,
 * because they are few.
 */
export const listNews = async (account: StripeAccount, since: string): Promise<NewsPage> => {
  account.refuseIfMismatched()
  // Our objects in the account are not older than the connection, so read none from before it.
  const start = Math.max(new Date(since).getTime(), account.connectedAt.getTime())
  const created = { gte: Math.floor(start / 1000) }
  const notifications = await notificationsSince(account, created)
  if (notifications?.length === 0) return { disputes: [], refunds: [], notifications, next: null }
  const disputes = await Array.fromAsync(account.client.disputes.list({ created, limit: 100 }), (dispute) =>
    describeDispute(account.checkMode(dispute)),
  )
  // Nearly all refunds are our own. `foundRefund` drops these while the list is read.
  const refunds = await Array.fromAsync(account.client.refunds.list({ created, limit: 100 }), foundRefund)
  return {
    disputes: disputes.toReversed().flat(),
    refunds: refunds.toReversed().flat(),
    warnings: await findWarnings(account, created),
    notifications,
    next: null,
  }
}

/** Days of events that we rely on. Stripe keeps 30 days, so a slow query has a day to spare. */
const daysKept = 29

/**
 * The ids of events about disputes, refunds and warnings since a moment. If there are no events, a single request has shown that there is
 * no news. Undefined if no endpoint is registered for these events, if Stripe no longer keeps events of that time, or if the key may not
 * read them.
 */
const notificationsSince = async (
  { optionalClient: client, notificationSecrets = [], environment }: StripeAccount,
  created: { readonly gte: number },
): Promise<readonly string[] | undefined> => {
  const isKept = created.gte * 1000 > environment.now().getTime() - daysKept * 86_400_000
  if (notificationSecrets.length === 0 || !isKept) return undefined
  try {
    const events = client.events.list({ created, types: [...newsEventTypes], limit: 100 })
    return await Array.fromAsync(events, ({ id }) => id)
  } catch (error) {
    if (error instanceof Stripe.errors.StripePermissionError) return undefined
    throw error
  }
}

/** A refund that was made in Stripe's dashboard, or by another user of the account; empty if the refund is ours or failed. */
const foundRefund = (refund: Stripe.Refund): FoundRefund[] => {
  const { id: transactionId, payment_intent: of, metadata, created } = refund
  if (metadata?.[referenceMetadataKey] !== undefined || isFailed(refund) || typeof of !== 'string') return []
  const at = new Date(created * 1000).toISOString()
  return [{ transactionId, of, ...fromStripeMoney(refund), isPending: isPending(refund), at }]
}

/** Early fraud warnings since a moment, the oldest first; none if a restricted key may not read them. */
const findWarnings = async (
  { optionalClient: client, checkMode }: StripeAccount,
  created: Stripe.RangeQueryParam,
): Promise<readonly FraudWarning[]> => {
  const warnings: FraudWarning[] = []
  try {
    for await (const warning of client.radar.earlyFraudWarnings.list({ created, limit: 100 })) {
      const { id: warningId, payment_intent: intent, fraud_type: reason } = checkMode(warning)
      const transactionId = idOf(intent)
      if (transactionId !== null) warnings.push({ warningId, transactionId, reason })
    }
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripePermissionError)) throw error
  }
  return warnings.toReversed()
}

/** The present state of disputes, by their ids; a dispute that Stripe does not answer about is left out. */
export const findDisputes = async (
  account: StripeAccount,
  disputeIds: readonly string[],
): Promise<readonly ProcessorDispute[]> => {
  account.refuseIfMismatched()
  const found = await queryEach<readonly ProcessorDispute[]>(
    disputeIds,
    async (id) => describeDispute(account.checkMode(await account.client.disputes.retrieve(id))),
    () => [],
  )
  return found.flat()
}

/** A dispute in the server's terms; empty if the charge has no intent, because a charge without an intent is not ours. */
const describeDispute = (dispute: Stripe.Dispute): ProcessorDispute[] => {
  const { id: disputeId, payment_intent: intent, reason, status, evidence_details: evidence } = dispute
  const transactionId = idOf(intent)
  if (transactionId === null) return []
  return [
    {
      disputeId,
      transactionId,
      ...fromStripeMoney(dispute),
      reason: reasons[reason] ?? 'other',
      // For an unknown status, assume that the bank has withdrawn the money, so that we do not refund it, too.
      status: statuses[status] ?? 'under_review',
      evidenceDueAt: evidence.due_by === null ? null : new Date(evidence.due_by * 1000).toISOString(),
    },
  ]
}

const statuses: Readonly<Record<string, DisputeStatus>> = {
  warning_needs_response: 'inquiry',
  warning_under_review: 'inquiry',
  warning_closed: 'inquiry_closed',
  // Stripe settled the dispute with the payer's bank before any money was withdrawn.
  prevented: 'inquiry_closed',
  needs_response: 'needs_response',
  under_review: 'under_review',
  appeal_needs_response: 'under_review',
  appeal_under_review: 'under_review',
  won: 'won',
  lost: 'lost',
}

const reasons: Readonly<Record<string, DisputeReason>> = {
  fraudulent: 'fraudulent',
  unrecognized: 'unrecognized',
  duplicate: 'duplicate',
  credit_not_processed: 'credit_not_processed',
  product_not_received: 'product_not_received',
  product_unacceptable: 'product_unacceptable',
  subscription_canceled: 'subscription_cancelled',
}
