import type { StripeConstructor } from '@stripe/stripe-js'

/** Loads Stripe's script, once, and returns its global function; rejects if it does not load. */
export const loadStripeJs = async (url: string): Promise<StripeConstructor> => {
  if (window.Stripe === undefined) {
    const script = document.createElement('script')
    await new Promise((resolve, reject) => {
      script.addEventListener('load', resolve)
      script.addEventListener('error', reject)
      // In browsers with Trusted Types, the document's default policy must allow this address.
      script.src = url
      document.head.append(script)
    }).finally(() => script.remove())
  }
  if (window.Stripe === undefined) throw new Error('it is not the script of Stripe')
  return window.Stripe
}
