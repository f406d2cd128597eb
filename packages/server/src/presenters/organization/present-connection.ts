import type { Connection } from '@billing-checkout/contract'
import type { ConnectionRow } from '../../store/rows.ts'

/** A connection as events and the command line show it, without its credentials. */
export const presentConnection = ({ settings, ...row }: ConnectionRow): Connection => ({
  id: row.id,
  adapter: row.adapter,
  label: row.label,
  account_id: settings.account_id,
  livemode: settings.livemode,
  card_entry: settings.card_entry,
  state: row.state,
  reason: row.reason,
  created_at: row.createdAt,
  updated_at: row.updatedAt,
})
