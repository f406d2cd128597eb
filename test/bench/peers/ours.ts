import { buy } from '../requests/buy.ts'
import { forkService } from '../serving/fork-service.ts'
import { addressOf, cardOf } from '../shoppers/shopper.ts'
import type { Peer } from './peer.ts'

/** One server of ours. A sale is a session, its page, a payment with a sealed card, and the page with the receipt. */
export const ours: Peer = {
  name: 'billing-checkout',
  async open({ databaseUrl, folder }) {
    const service = await forkService(new URL('../requests/serve-shop.ts', import.meta.url), folder, {
      DATABASE_URL: databaseUrl,
      SECRET_KEY: 'a secret of the benchmarks alone',
      TRUST_PROXY: 'loopback',
      NODE_ENV: 'production',
    })
    process.once('exit', () => void service.end())
    const { key, planId, pid, port } = service
    return {
      pid,
      port,
      async sell(ask, shopper) {
        const forwarded = { 'x-forwarded-for': addressOf(shopper) }
        await buy(
          async (sent) => {
            const { text } = await ask({ ...sent, headers: { ...sent.headers, ...forwarded } })
            return text
          },
          { key, planId, number: cardOf(shopper) },
        )
      },
      end: () => service.end(),
    }
  },
}
