import { portalFeatures } from '@billing-checkout/contract'
import { retentionOf } from './retention.ts'
import type { OrganizationSettings } from './settings.ts'

/** The values of settings without a stored default, if an organization has not set them. */
export const defaultSettings = {
  withdrawal_url: null,
  digital_supply: 'none',
  withdrawals: 'refund',
  declines_per_address: 20,
  confirm_refunds_above: 50_000,
  on_dispute: 'at_period_end',
  routing: [],
  emails: 'off',
  email_kinds: {},
  notice_days: {},
  charge_without_notice: false,
  trial_end_without_method: 'cancel',
  email_from_name: null,
  email_reply_to: null,
  legal_name: null,
  legal_address: null,
  brand_color: null,
  logo: null,
  locale: null,
  portal_changes: 'prorated_immediately',
  portal_features: [...portalFeatures],
} as const satisfies Partial<OrganizationSettings>

/** All settings of an organization with their effective values, including those that were not set. */
export const effectiveSettings = (settings: OrganizationSettings) => ({
  ...defaultSettings,
  ...settings,
  retention: retentionOf(settings),
})
