import { setTimeout as wait } from 'node:timers/promises'
import { sendFrom } from '../../support/services/dashboard.ts'
import type { ForkedService } from '../serving/fork-service.ts'

/** How long a user looks at a screen, in milliseconds; people need longer to read one. */
const looksAtMs = 2000

/** A screen: the requests that the dashboard sends at once to show it. Some screens are about the latest payment. */
type Screen = (payment: LatestPayment) => readonly string[]

interface LatestPayment {
  readonly id: string
  readonly customer: { readonly id: string }
  readonly subscription: { readonly id: string } | null
}

const screens: readonly Screen[] = [
  () => ['/reports/overview', '/reports/revenue', '/subscriptions?status=past_due&limit=5'],
  () => ['/payments?page=1&limit=25'],
  ({ id }) => [
    `/payments/${id}`,
    `/events?object=${id}&limit=100`,
    `/emails?payment_id=${id}&limit=100`,
    `/disputes?payment_id=${id}&limit=100`,
    `/payments/${id}/consent`,
  ],
  () => ['/customers?page=1&limit=25'],
  ({ customer: { id } }) => [
    `/customers/${id}`,
    `/payments?customer_id=${id}&limit=10`,
    `/emails?customer_id=${id}&limit=10`,
    `/consents?customer_id=${id}&limit=10`,
  ],
  ({ subscription }) =>
    subscription === null
      ? []
      : [
          `/subscriptions/${subscription.id}`,
          `/payments?subscription_id=${subscription.id}&limit=25`,
          `/events?object=${subscription.id}&limit=100`,
        ],
]

/** Dashboards that stay open until they are closed. Closing returns how many screens they have shown. */
export interface OpenDashboards {
  close(): Promise<number>
}

/** Opens this many dashboards, which begin at different screens. Their users go to the next screen every two seconds. */
export const openDashboards = (service: ForkedService, count: number): OpenDashboards => {
  let shown = 0
  const closing = new AbortController()
  const ask = async (path: string): Promise<{ readonly data: readonly LatestPayment[] }> => {
    const { status, body } = await sendFrom({ url: `http://127.0.0.1:${service.port}` }, 'GET', path, {
      cookie: service.cookie ?? '',
      organization: service.organizationId,
    })
    if (status !== 200) throw new Error(`${path} was answered ${status}: ${JSON.stringify(body)}`)
    return body as { readonly data: readonly LatestPayment[] }
  }
  const look = async (first: number): Promise<void> => {
    for (let place = first; !closing.signal.aborted; place += 1) {
      const [payment] = (await ask('/payments?limit=1')).data
      if (payment === undefined) throw new Error('There is no payment to look at.')
      await Promise.all(screens[place % screens.length]!(payment).map(ask))
      shown += 1
      await wait(looksAtMs, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }
  const open = Promise.all(Array.from({ length: count }, (_, place) => look(place)))
  return {
    async close() {
      closing.abort()
      await open
      return shown
    },
  }
}
