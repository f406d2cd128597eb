import type { Stripe } from 'stripe'

/** Configures the official client for a stand-in of Stripe at an address such as http://127.0.0.1:12111. */
export const clientConfigOf = (url: string): Pick<Stripe.StripeConfig, 'host' | 'port' | 'protocol'> => {
  const { hostname, port, protocol } = new URL(url)
  return {
    host: hostname,
    protocol: protocol === 'http:' ? 'http' : 'https',
    ...(port !== '' && { port }),
  }
}

/** Whether an address is on this machine, where a stand-in may run. */
export const isLoopbackUrl = (url: string): boolean =>
  URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) && loopback.has(new URL(url).hostname)

const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '[::1]', 'localhost'])
