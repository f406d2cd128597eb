import type { Payment } from '@billing-checkout/client'
import type { Messages } from './languages/languages.ts'

/** The charged payment method in words: a card by its last digits, an account by its email address or name; null if unknown. */
export const paidWith = ({ method: words }: Messages, method: Payment['payment_method']): string | null => {
  if (method === null) return null
  switch (method.type) {
    case 'PAYPAL': {
      const { email, first_name: first, last_name: last } = method.details.payer_info
      return words.account(email ?? ([first, last].filter(Boolean).join(' ') || 'PayPal'))
    }
    case 'VENMO':
      return words.account(method.details.username ?? 'Venmo')
    case 'CASHAPP':
      return words.account(method.details.cashtag ?? 'Cash App')
    default:
      return words.card(method.details.last4)
  }
}
