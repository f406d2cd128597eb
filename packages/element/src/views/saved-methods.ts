import type { SavedMethod } from '@billing-checkout/contract'

/** Whether a saved card's last month is over at `wall` (ISO 8601). */
export const hasExpired = ({ exp_month: month, exp_year: year }: SavedMethod, wall: string): boolean =>
  month !== null && year !== null && `${year}-${String(month).padStart(2, '0')}` < wall.slice(0, 7)
