import type { Portal } from '@billing-checkout/contract'
import { sendUntilAnswered } from '../../checkout/requests/send-until-answered.ts'
import type { Answer } from '../../checkout/requests/transport.ts'
import type { PortalRequest, PortalCalls } from './portal-calls.ts'

/** The dependencies of a connection. */
export interface PortalClientOptions {
  readonly service: PortalCalls
  readonly locale: () => string | null
  /** The address that returns a new client token; null if there is none, so that only the page can set a token. */
  readonly renewUrl: () => string | null
  /** The pause before a request that got no answer is sent again, in milliseconds; twice as long before the second retry. */
  readonly retryMs: number
}

const triesMax = 3

/** Whether an answer means that the session has ended, or that its token has expired. */
export const isSignedOut = (answer: Answer<unknown>): boolean =>
  answer.kind === 'refused' && /^(expired|invalid|missing)_credentials$/.test(answer.code)

/** Reads and sends with the newest client token, which every reading renews. Repeats a request that got no answer, up to twice. */
export class PortalClient {
  readonly #options: PortalClientOptions
  #token: string

  constructor(token: string, options: PortalClientOptions) {
    this.#token = token
    this.#options = options
  }

  /** Continues with a token that the page has set. */
  replaceToken(token: string): void {
    this.#token = token
  }

  async read(): Promise<Answer<Portal>> {
    const { service, locale } = this.#options
    const answer = await this.#sendUntilAnswered(() => service.read(this.#token, locale()))
    if (answer.kind === 'ok') this.#token = answer.value.client_token
    return answer
  }

  /** Sends a change. If its answer is lost, the request is repeated with the same key, so that the server makes the change once. */
  send<Value>(request: PortalRequest): Promise<Answer<Value>> {
    const key = crypto.randomUUID()
    return this.#sendUntilAnswered(() => this.#options.service.send<Value>(request, { token: this.#token, key }))
  }

  async #sendUntilAnswered<Value>(send: () => Promise<Answer<Value>>): Promise<Answer<Value>> {
    let isOver = false
    const answer = await sendUntilAnswered<Value>({
      send,
      renewToken: () => this.#renew(),
      onLost: async (losses) => {
        isOver = losses >= triesMax
        if (!isOver) await new Promise((resolve) => setTimeout(resolve, this.#options.retryMs * losses))
      },
      isOver: () => isOver,
    })
    return answer ?? { kind: 'lost' }
  }

  async #renew(): Promise<void> {
    const url = this.#options.renewUrl()
    const answer = url === null ? null : await this.#options.service.renew(url)
    if (answer?.kind === 'ok') this.#token = answer.value.client_token
  }
}
