import type { Checkout } from '@billing-checkout/contract'
import { BillingErrorEvent } from './state/events.ts'
import { unpromptedNotice, problemNotice } from '../messages/notice.ts'
import { CheckoutState } from './state/checkout-state.ts'
import type { SubmitInput } from './order/order.ts'
import type { PaymentFlow } from './payment/payment-flow.ts'
import type { PaymentFlowOptions } from './payment/payment-flow-options.ts'
import type * as PaymentPart from './payment/payment-part.ts'
import type { PaymentFlowHost } from './payment/payment-flow-host.ts'
import { hasPendingAttempt } from './payment/pending-attempt.ts'
import { type PhaseTrigger, mustQueryOutcome, mayPay, phaseAfter } from './state/phase.ts'
import { serverClocksOf } from './state/server-clocks.ts'
import { tellDeveloper } from '../developer/tell-developer.ts'
import type { Answer, CheckoutReader, CheckoutUpdate, OnUpdated } from './requests/transport.ts'

/** The dependencies of a controller. */
interface ControllerOptions extends PaymentFlowOptions {
  /** The element's own `locale`; if null, the session, page or browser decides the language. */
  readonly locale: () => string | null
  readonly languages: () => readonly string[]
  readonly reader: CheckoutReader
  /**
   * The chunk for everything after the shopper's click; null if it cannot be loaded. If `isAsked`, the call starts loading the chunk;
   * otherwise the promise waits until another call has loaded it.
   */
  readonly afterClick: (isAsked: boolean) => Promise<typeof PaymentPart | null>
}

const unreached = 'The server was not reached.'

/**
 * Reads one session and keeps its phase from the first reading to the end. PaymentFlow, which loads later, handles everything after the
 * shopper's click. Once an order was sent, only a certain answer from the server lets the shopper pay again.
 */
export class CheckoutController extends CheckoutState implements PaymentFlowHost {
  readonly #options: ControllerOptions
  #flow: PaymentFlow | null = null
  #isPaused = false
  #reads = 0

  constructor(options: ControllerOptions) {
    super()
    this.#options = options
  }

  /** Reads the session and shows it. Also used to retry after `unavailable`, `incomplete` or `expired`. */
  async start(): Promise<void> {
    this.trigger('restarted')
    await this.read()
  }

  /** Shows that the checkout is unavailable; `problem` is the reason. */
  fail(problem: NonNullable<CheckoutState['problem']>, message = '', requestId: string | null = null): void {
    const { server, sessionId } = this.#options
    this.problem = problem
    tellDeveloper(problem, { server: server || location.origin, sessionId })
    this.trigger('readFailed')
    this.tellError(problem, message, requestId)
  }

  /** Reads the session again, after the merchant has changed it. Keeps what the shopper typed. */
  async refresh(): Promise<void> {
    if (mayPay(this.phase)) await this.read()
    // During a payment the controller reads the session anyway, and another reading must not interfere.
    else if (this.phase !== 'paying' && !mustQueryOutcome(this.phase)) await this.start()
  }

  /**
   * Pays with the shopper's choice. Does nothing unless `canPay` is true. The phase changes before anything is awaited, so a second click
   * has no effect.
   */
  async submit(chosen: SubmitInput): Promise<void> {
    const { checkout } = this
    if (checkout === null || !this.canPay) return
    this.notice = null
    this.isActionLate = false
    this.trigger('submitted')
    const flow = await this.#bringFlow(true)
    if (flow !== null) return flow.submit(checkout, chosen)
    if (this.isOver || this.phase !== 'paying') return
    // The code that sends a payment did not load, so the server received nothing.
    this.notice = problemNotice('offline')
    this.trigger('refused')
    tellDeveloper('part_unavailable')
    this.tellError('network', unreached)
  }

  /** Call this when the element leaves the page. A payment that was sent continues, but queries and timers pause. */
  pause(): void {
    this.#isPaused = true
    this.#flow?.pause()
  }

  /** Call this when the element is back in the page. */
  resume(): void {
    this.#isPaused = false
    this.#flow?.resume()
  }

  /** Call this when another session replaces this one. Later answers are ignored, except the outcome of a payment that was sent. */
  end(): void {
    this.isOver = !this.#flow?.isUnderWay
    this.#flow?.end()
  }

  /**
   * Sends the server the shopper's place, the subscription to change, or a code. If the server refuses the update, a notice is shown, unless
   * `onAnswer` handles the refusal.
   */
  readonly update = (update: CheckoutUpdate, onAnswer?: OnUpdated): void =>
    this.#follow((flow) => void flow.update(update, onAnswer))

  /** Queries the payment at once, because its outcome may be known now. */
  readonly wake = (): void => this.#flow?.wake()

  /** Ends an action for which the shopper took too long. The payment is still queried. */
  readonly giveUpAction = (): void => this.#flow?.giveUpAction()

  /** Changes the phase according to the table `phaseChanges`. */
  trigger(trigger: PhaseTrigger): void {
    this.phase = phaseAfter(this.phase, trigger)
    if (this.#flow) this.#flow.follow()
    else if (mayPay(this.phase)) void this.#bringFlow(false)
    this.#options.onChange()
  }

  /** Reads the session. */
  fetchCheckout(): Promise<Answer<Checkout>> {
    const { reader, locale, languages } = this.#options
    return reader.readCheckout(locale(), languages())
  }

  /**
   * Reads the session and shows it. `isForWords`: only the language changed. If the shopper cannot pay now, the phase then stays, and only
   * texts and formatted amounts change.
   */
  async read(isForWords = false): Promise<void> {
    const read = (this.#reads += 1)
    const answer = await this.fetchCheckout()
    // Ignore this answer if a later reading has begun, perhaps in another language.
    if (this.isOver || read !== this.#reads) return
    if (answer.kind === 'ok' && isForWords && this.phase !== 'loading' && !mayPay(this.phase)) {
      this.checkout = answer.value
      this.quotes += 1
      this.#options.onChange()
    } else if (answer.kind === 'ok') this.applyCheckout(answer.value)
    else if (this.phase === 'loading') {
      if (answer.kind === 'refused') this.fail(answer.code, answer.message, answer.request_id)
      else this.fail('network', unreached)
    }
  }

  /** Shows the session that the server returned. */
  applyCheckout(checkout: Checkout): void {
    if (this.checkout?.quote?.hash !== checkout.quote?.hash) this.quotes += 1
    this.checkout = checkout
    if (this.isBlocked) this.notice = null
    this.isBlocked = checkout.refusal != null
    if (checkout.refusal) this.notice = unpromptedNotice(checkout.refusal.code)
    this.clocks = serverClocksOf(checkout, performance.now())
    const awaitedId = mustQueryOutcome(this.phase) && this.payment?.id
    this.payment = checkout.payment ?? this.payment
    const isFirst = this.phase === 'loading'
    if (
      checkout.phase === 'open' &&
      !mustQueryOutcome(this.phase) &&
      !(isFirst && hasPendingAttempt(this.#options.sessionId))
    )
      return this.trigger(checkout.purpose === null ? 'foundIncomplete' : 'opened')
    this.#follow((flow) => flow.applyCheckout(checkout, awaitedId))
  }

  /** Dispatches `billing-error`, because the checkout cannot be shown or cannot continue. */
  tellError(code: string, message: string, requestId: string | null = null): void {
    this.#options.emit(new BillingErrorEvent(this.#options.sessionId, code, message, requestId))
  }

  /** Runs `act` with the payment's flow as soon as its chunk has loaded, however long that takes. */
  #follow(act: (flow: PaymentFlow) => void): void {
    if (this.#flow) return act(this.#flow)
    void this.#bringFlow(true).then((flow) => {
      if (flow) act(flow)
      else if (!this.isOver) this.#follow(act)
    })
  }

  /** The payment's flow; null if its chunk did not load in time, or if the session has ended. */
  async #bringFlow(isAsked: boolean): Promise<PaymentFlow | null> {
    const part = await this.#options.afterClick(isAsked)
    if (part === null || this.isOver) return null
    if (this.#flow === null) {
      this.#flow = new part.PaymentFlow(this, this.#options)
      if (this.#isPaused) this.#flow.pause()
      else this.#flow.follow()
    }
    return this.#flow
  }
}
