import { sendUntilAnswered } from '../requests/send-until-answered.ts'
import { PollTimer } from '../requests/poll-timer.ts'
import type { Answer } from '../requests/transport.ts'
import { mustQueryOutcome, mayPay } from '../state/phase.ts'
import type { PaymentFlowHost } from './payment-flow-host.ts'
import { pollDelayMs } from '../requests/poll-delay.ts'

const lossesBeforeChecking = 2
const longCheckMs = 20_000

/** The dependencies of a watch. */
interface WatchOptions {
  /** Returns the pause before the next query, in milliseconds; default: that of poll-delay.ts. */
  readonly pollDelayMs?: ((asked: number) => number) | undefined
  /** Queries the payment once. */
  readonly ask: () => Promise<void>
  /** Called if the view must be drawn again. */
  readonly onChange: () => void
}

/** Sends and queries a payment until its outcome is known, and shows the shopper that they have to wait. */
export class OutcomeWatch {
  /** The pauses between queries. */
  readonly timer: PollTimer
  readonly #owner: PaymentFlowHost
  readonly #options: WatchOptions
  #longCheck: ReturnType<typeof setTimeout> | undefined

  constructor(owner: PaymentFlowHost, options: WatchOptions) {
    this.#owner = owner
    this.#options = options
    this.timer = new PollTimer(options.onChange)
    // Draws again, because the network may have failed before the timer began to listen.
    if (!navigator.onLine) options.onChange()
  }

  /** Shows the action that the payment needs; if there is none, shows that the outcome is unknown. */
  show(): void {
    const owner = this.#owner
    if (owner.payment?.next_action && !owner.isActionLate) owner.trigger('actionOpened')
    else if (owner.phase !== 'checking') this.becomeUnknown()
  }

  /** Shows that the outcome is unknown. */
  becomeUnknown(): void {
    const owner = this.#owner
    // If the phase allowed payment, or was `loading`, the server has reported a pending payment; in other phases, the outcome of our own
    // payment became unknown.
    owner.trigger(mayPay(owner.phase) || owner.phase === 'loading' ? 'foundProcessing' : 'becameUnknown')
    this.#countFromNow()
  }

  /** Ends an action for which the shopper took too long. */
  giveUpAction(): void {
    this.#owner.isActionLate = true
    if (this.#owner.phase === 'confirming') this.becomeUnknown()
  }

  /** Queries the payment until its outcome is known. */
  poll(): void {
    const { ask } = this.#options
    const owner = this.#owner
    void this.timer.poll({ delayMs: this.#delayMs, mustAsk: () => !owner.isOver && mustQueryOutcome(owner.phase), ask })
  }

  /** Sends one attempt again and again, unchanged, until the server's answer is certain. Null if the checkout is over before that. */
  sendUntilAnswered<Value>(
    send: (token: string) => Promise<Answer<Value>>,
  ): ReturnType<typeof sendUntilAnswered<Value>> {
    const owner = this.#owner
    return sendUntilAnswered({
      send: () => send(owner.checkout?.client_token ?? ''),
      renewToken: async () => {
        const answer = await owner.fetchCheckout()
        // Take only the token, because the amounts must stay those that the shopper agreed to.
        if (answer.kind === 'ok' && owner.checkout !== null)
          owner.checkout = { ...owner.checkout, client_token: answer.value.client_token }
      },
      onLost: (losses) => {
        if (losses === lossesBeforeChecking) this.becomeUnknown()
        return this.timer.wait(this.#delayMs(losses - 1))
      },
      isOver: () => owner.isOver,
    })
  }

  /** Call this when the element leaves the page. */
  pause(): void {
    this.stop()
    this.timer.pause()
  }

  /** Call this when the element is back in the page. */
  resume(): void {
    this.timer.resume()
    if (this.#owner.phase === 'checking' && !this.#owner.isCheckingLong) this.#countFromNow()
  }

  /** Stops the timer for a long wait, because the element left the page or no outcome is pending. */
  stop(): void {
    clearTimeout(this.#longCheck)
  }

  /** Removes the listeners. Sending and querying stop because the checkout is over. */
  end(): void {
    this.timer.end()
  }

  get #delayMs(): (asked: number) => number {
    return this.#options.pollDelayMs ?? pollDelayMs
  }

  /** Starts the timer after which the checkout tells the shopper that they may leave. */
  #countFromNow(): void {
    this.#owner.isCheckingLong = false
    this.stop()
    this.#longCheck = setTimeout(() => {
      this.#owner.isCheckingLong = true
      this.#options.onChange()
    }, longCheckMs)
  }
}
