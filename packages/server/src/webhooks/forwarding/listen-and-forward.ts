import { setTimeout as wait } from 'node:timers/promises'
import { type Event, Problem } from '@billing-checkout/contract'
import { Agent } from 'undici'
import { type PostOutcome, postWebhook } from '../outgoing/post-webhook.ts'
import { signatureHeaders } from '../signing/signature-headers.ts'

/** The source of the events, their destination, and the secret that signs them. */
export interface Forwarding {
  /** The base URL of the billing server. */
  readonly server: string
  readonly apiKey: string
  /** The URL to which each event is posted, on this machine or in its network. */
  readonly forwardTo: string
  readonly secret: string
  /** The id of the event after which forwarding starts; if absent, it starts after the newest event. */
  readonly after?: string | undefined
  readonly signal: AbortSignal
  /** `onReady` is called once forwarding has started, `onForwarded` with the result of each event. */
  readonly onReady: () => void
  readonly onForwarded: (event: Event, outcome: PostOutcome) => void
  /** Called for each poll that fails and is repeated: without an answer, or with status 429 or 5xx. */
  readonly onTrouble: (message: string) => void
}

const pollMillis = 500

/**
 * Forwards new events, signed like webhooks, to a URL that the billing server cannot reach, until the signal aborts. A failed event is not
 * sent again, because the developer sees the result. Throws if the server refuses a request, for example because of the key, or if the
 * search for the newest event fails.
 */
export const listenAndForward = async (forwarding: Forwarding): Promise<void> => {
  const { signal, onReady } = forwarding
  const agent = new Agent()
  try {
    let last = forwarding.after ?? (await findLast(forwarding).catch(endWithReason))
    onReady()
    while (!signal.aborted) {
      const page = await findEvents(forwarding, last).catch((error: unknown) => {
        if (error instanceof Problem) throw error
        if (!signal.aborted) forwarding.onTrouble((error as Error).message)
        return nothingNew
      })
      for (const event of page.data) {
        await forward(forwarding, agent, event)
        last = event.id
      }
      if (!page.meta.has_more) await wait(pollMillis, undefined, { signal }).catch(() => {})
    }
  } finally {
    await agent.close()
  }
}

interface Page {
  readonly data: readonly Event[]
  readonly meta: { readonly has_more: boolean }
}

const nothingNew: Page = { data: [], meta: { has_more: false } }

const findEvents = async (
  { server, apiKey, signal }: Forwarding,
  after: string | undefined,
  limit = 100,
): Promise<Page> => {
  const query = new URLSearchParams({ limit: String(limit), ...(after !== undefined && { after }) })
  const headers = { Authorization: `Bearer ${apiKey}` }
  const answer = await fetch(`${server}/events?${query}`, { headers, signal }).catch((error: unknown) => {
    throw new Error(
      `No billing server answers at ${server} (${reasonOf(error)}): start it, or name another with --server.`,
    )
  })
  if (answer.ok) return (await answer.json()) as Page
  const text = `${server} answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`
  // The server would refuse the request again, for example because of the key, so a `Problem` ends the forwarding. Other errors are
  // retried.
  throw answer.status < 500 && answer.status !== 429 ? new Problem('invalid_parameter', text) : new Error(text)
}

/** Why a request got no answer, such as ECONNREFUSED. */
const reasonOf = (error: unknown): string => {
  const { message, cause } = error as Error & { readonly cause?: { readonly code?: string } }
  return cause?.code ?? message
}

const endWithReason = (error: unknown): never => {
  throw error instanceof Problem ? error : new Problem('unavailable', (error as Error).message)
}

const findLast = async (forwarding: Forwarding): Promise<string | undefined> => {
  let last: string | undefined
  for (;;) {
    const page = await findEvents(forwarding, last, 1000)
    last = page.data.at(-1)?.id ?? last
    if (!page.meta.has_more) return last
  }
}

const forward = async ({ forwardTo, secret, onForwarded }: Forwarding, agent: Agent, event: Event): Promise<void> => {
  const body = JSON.stringify(event)
  const headers = signatureHeaders({ id: event.id, timestamp: Math.floor(Date.now() / 1000), body }, [secret])
  onForwarded(event, await postWebhook(forwardTo, { body, headers, agent }))
}
