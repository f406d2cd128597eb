import type { PaymentMethodDetails } from '@billing-checkout/contract'
import { createHmac } from 'node:crypto'

/** The same text for the same card number, and nothing else: it cannot be turned back without the key. */
export const fingerprintCard = (number: string, key: Uint8Array): string =>
  createHmac('sha256', key).update(`card:${number}`).digest('base64url')

/** The same text for the same account or device card, told apart by what its processor has said of it. */
export const fingerprintWallet = (type: string, details: PaymentMethodDetails, key: Uint8Array): string =>
  createHmac('sha256', key)
    .update(`${type}:${identityOf(details)}`)
    .digest('base64url')

const identityOf = (details: PaymentMethodDetails): string => {
  if ('payer_info' in details) return details.payer_info.payer_id ?? details.payer_info.email ?? ''
  if ('username' in details) return details.username ?? ''
  if ('cashtag' in details) return details.cashtag ?? ''
  return `${details.number} ${details.exp_month}/${details.exp_year}`
}
