import { sendUntilAnswered } from '../requests/send-until-answered.ts'
import { Rest } from '../requests/rest.ts'
import type { Answer } from '../requests/transport.ts'
import { isOpen, mayPay } from '../state/phase.ts'
import type { PaymentOwner } from './payment-owner.ts'
import { pollDelayMs } from '../requests/poll-delay.ts'

const lossesBeforeChecking = 2
const longCheckMs = 20_000

/** What a payment is watched with. */
interface WatchOptions {
  /** How long to wait before the next question, in milliseconds; by default as poll-delay.ts says. */
  readonly pollDelayMs?: ((asked: number) => number) | undefined
  /** Asks the server once what has become of the payment. */
  readonly ask: () => Promise<void>
  /** Something to show has changed. */
  readonly onChange: () => void
}

/** Sends and asks until the outcome of a payment is known, and shows that it is waited for. */
export class OutcomeWatch {
  /** The waits between two questions. */
  readonly rest: Rest
  readonly #owner: PaymentOwner
  readonly #options: WatchOptions
  #longCheck: ReturnType<typeof setTimeout> | undefined

  constructor(owner: PaymentOwner, options: WatchOptions) {
    this.#owner = owner
    this.#options = options
    this.rest = new Rest(options.onChange)
    // The network may have failed while this chunk was loading.
    if (!navigator.onLine) options.onChange()
  }

  /** Shows the action that the payment needs from the shopper; if there is none, that the outcome is not known. */
  show(): void {
    const owner = this.#owner
    if (owner.payment?.next_action && !owner.isActionLate) owner.happen('actionOpened')
    else if (owner.phase !== 'checking') this.becomeUnknown()
  }

  /** The outcome of the payment is not known yet. */
  becomeUnknown(): void {
    const owner = this.#owner
    // From a form as much as from the first reading: either way a payment is under way.
    owner.happen(mayPay(owner.phase) || owner.phase === 'loading' ? 'foundProcessing' : 'becameUnknown')
    this.#countFromNow()
  }

  /** The shopper took too long over an action. */
  giveUpAction(): void {
    this.#owner.isActionLate = true
    if (this.#owner.phase === 'confirming') this.becomeUnknown()
  }

  /** Asks about the payment until its outcome is known. */
  poll(): void {
    const { ask } = this.#options
    const owner = this.#owner
    void this.rest.poll({ delayMs: this.#delayMs, mustAsk: () => !owner.isOver && isOpen(owner.phase), ask })
  }

  /** Sends one attempt, always the same, until the server has answered for certain; null after the watch was closed. */
  sendUntilAnswered<Value>(
    send: (token: string) => Promise<Answer<Value>>,
  ): ReturnType<typeof sendUntilAnswered<Value>> {
    const owner = this.#owner
    return sendUntilAnswered({
      send: () => send(owner.checkout?.client_token ?? ''),
      renewToken: async () => {
        const answer = await owner.look()
        // Only the token: the amounts the shopper agreed to stay as they were shown.
        if (answer.kind === 'ok' && owner.checkout !== null)
          owner.checkout = { ...owner.checkout, client_token: answer.value.client_token }
      },
      onLost: (losses) => {
        if (losses === lossesBeforeChecking) this.becomeUnknown()
        return this.rest.take(this.#delayMs(losses - 1))
      },
      isOver: () => owner.isOver,
    })
  }

  /** The element left the page. */
  pause(): void {
    this.stop()
    this.rest.pause()
  }

  /** The element is back in the page. */
  resume(): void {
    this.rest.resume()
    if (this.#owner.phase === 'checking' && !this.#owner.isCheckingLong) this.#countFromNow()
  }

  /** The page is hidden, or no outcome is pending: no time is counted. */
  stop(): void {
    clearTimeout(this.#longCheck)
  }

  /** Nothing is sent or asked any more. */
  end(): void {
    this.rest.end()
  }

  get #delayMs(): (asked: number) => number {
    return this.#options.pollDelayMs ?? pollDelayMs
  }

  /** Starts the time after which the page says that the shopper may leave. */
  #countFromNow(): void {
    this.#owner.isCheckingLong = false
    this.stop()
    this.#longCheck = setTimeout(() => {
      this.#owner.isCheckingLong = true
      this.#options.onChange()
    }, longCheckMs)
  }
}
