import type { Checkout } from '@billing-checkout/contract'
import type { WalletKind } from '../checkout/requests/transport.ts'

/** The wallets' names in the browser's Payment Request API. We load no script of a wallet. */
const platformMethods: Readonly<Partial<Record<WalletKind, string>>> = {
  APPLE_PAY: 'https://apple.com/apple-pay',
  GOOGLE_PAY: 'https://google.com/pay',
}

const patienceMs = 1500

/** The part of Safari's own Apple Pay interface that we use. */
interface ApplePay {
  readonly ApplePaySession?: { readonly canMakePayments: () => boolean }
}

/** Whether this browser can show the payment sheet of `kind`. Resolves within 1.5 seconds. */
export const hasPlatformSheet = async (kind: WalletKind): Promise<boolean> => {
  const method = platformMethods[kind]
  const { ApplePaySession: ofSafari } = window as ApplePay
  // Ask Safari's own interface, because through the standard one, Safari would first require the seller's identity.
  if (kind === 'APPLE_PAY' && ofSafari !== undefined) return ofSafari.canMakePayments()
  if (method === undefined || typeof PaymentRequest !== 'function') return false
  try {
    const request = new PaymentRequest([{ supportedMethods: method }], { total: totalOf('USD', '1.00', 'Total') })
    const tooLate = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), patienceMs))
    return await Promise.race([request.canMakePayment(), tooLate])
  } catch {
    return false
  }
}

/** Opens the browser's sheet. Resolves with the wallet's token, which we cannot read; null if the shopper closed the sheet or it failed. */
export const showPlatformSheet = async (kind: WalletKind, checkout: Checkout): Promise<string | null> => {
  const { merchant, quote_display: display } = checkout
  const { amount = 0, currency = 'USD', currency_decimals: decimals = 2 } = display?.due_now ?? {}
  const total = totalOf(currency, (amount / 10 ** decimals).toFixed(decimals), merchant.name)
  try {
    const request = new PaymentRequest([{ supportedMethods: platformMethods[kind] ?? '' }], { total })
    const response = await request.show()
    await response.complete('success')
    return JSON.stringify(response.details)
  } catch {
    return null
  }
}

const totalOf = (currency: string, value: string, label: string) => ({ label, amount: { currency, value } })
