import type { Billing } from '../billing/billing.ts'
import { daysRemembered } from '../store/requests/load-idempotent-response.ts'
import { listOrganizations } from '../organization/organizations.ts'
import { retentionOf } from '../organization/retention.ts'
import { deleteFinished } from '../store/retention/retention.ts'
import { deleteBefore } from '../store/retention/delete-before.ts'
import type { Job } from './job.ts'

/**
 * Deletes rows that are no longer needed: used card tokens, recovery links, portal sessions and links, dashboard sessions and links,
 * sign-in challenges, idempotency keys after 30 days, yesterday's totals, decline counts and request counts, processors' notifications
 * after 30 days, and webhook deliveries that are not pending after their organization's retention period.
 */
export const forgetExpiredJob = ({ database, wallClock }: Billing): Job => ({
  name: 'forget-expired',
  everySeconds: 3600,
  async run() {
    const wall = Date.parse(wallClock())
    const daysAgo = (days: number) => new Date(wall - days * 86_400_000).toISOString()
    await deleteBefore(database, 'used_card_tokens', 'expires_at', daysAgo(0))
    await deleteBefore(database, 'idempotency_keys', 'created_at', daysAgo(daysRemembered))
    await deleteBefore(database, 'recovery_links', 'expires_at', daysAgo(0))
    await deleteBefore(database, 'portal_sessions', 'expires_at', daysAgo(0))
    await deleteBefore(database, 'portal_links', 'expires_at', daysAgo(0))
    await deleteBefore(database, 'dashboard_sessions', 'seen_at', daysAgo(1))
    await deleteBefore(database, 'user_tokens', 'expires_at', daysAgo(0))
    await deleteBefore(database, 'sign_in_challenges', 'expires_at', daysAgo(0))
    await deleteBefore(database, 'list_totals', 'remembered_at', daysAgo(1))
    await deleteBefore(database, 'decline_counts', 'minute', daysAgo(1))
    for (const { id: organizationId, settings } of await listOrganizations(database, { archived: true })) {
      const since = daysAgo(retentionOf(settings).deliveries_days)
      await deleteFinished(database, 'webhook_deliveries', { organizationId, since, isLate: () => false })
    }
    await deleteBefore(database, 'notifications', 'received_at', daysAgo(30))
    await deleteBefore(database, 'unrecognized_declines', 'seen_at', daysAgo(8))
    await deleteBefore(database, 'request_counts', 'ends_at', daysAgo(1))
  },
})
