import type { Checkout } from '@billing-checkout/contract'
import type { WalletKind } from './wallet-kinds.ts'

/** The browser's own sheets, by the names that the platform's payment API knows them by. No script of a wallet is loaded. */
const platformMethods: Readonly<Partial<Record<WalletKind, string>>> = {
  APPLE_PAY: 'https://apple.com/apple-pay',
  GOOGLE_PAY: 'https://google.com/pay',
}

const patienceMs = 1500

/** Safari's own name for what it has of Apple Pay. */
interface ApplePay {
  readonly ApplePaySession?: { readonly canMakePayments: () => boolean }
}

/** Whether this browser has a sheet for `kind` with something in it to pay with. Never takes longer than 1.5 s. */
export const hasPlatformSheet = async (kind: WalletKind): Promise<boolean> => {
  const method = platformMethods[kind]
  const { ApplePaySession: ofSafari } = window as ApplePay
  // Asked by the standard's interface alone, Safari wants to know who sells before it says anything.
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

/** Opens the browser's sheet; answers the wallet's token, opaque to us, or null when the shopper closed it. */
export const askPlatform = async (kind: WalletKind, checkout: Checkout): Promise<string | null> => {
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
