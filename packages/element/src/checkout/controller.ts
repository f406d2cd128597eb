import type { Checkout } from '@billing-checkout/contract'
import { BillingErrorEvent } from '../events.ts'
import { newsNotice, problemNotice } from './state/notice.ts'
import { CheckoutState } from './state/checkout-state.ts'
import type { ControllerOptions } from './controller-options.ts'
import type { ChosenParts } from './order/order.ts'
import type { PaymentFlow } from './payment/payment-flow.ts'
import type { PaymentOwner } from './payment/payment-owner.ts'
import { hasPendingAttempt } from './payment/pending-attempt.ts'
import { type PhaseTrigger, isOpen, mayPay, phaseAfter } from './state/phase.ts'
import { serverClocksOf } from './state/server-clocks.ts'
import { tellDeveloper } from '../developer/tell-developer.ts'
import type { Answer, OnSaid, Said } from './requests/transport.ts'

const unreached = 'The server was not reached.'

/**
 * One session from its first reading to its end: reads, and knows the phase. What happens from the click on comes later
 * (PaymentFlow). The phase leaves `paying` only by a certain answer.
 */
export class CheckoutController extends CheckoutState implements PaymentOwner {
  readonly #options: ControllerOptions
  #flow: PaymentFlow | null = null
  #isPaused = false
  #reads = 0

  constructor(options: ControllerOptions) {
    super()
    this.#options = options
  }

  /** Reads the session and shows what it is ready for; again after `unavailable`, `incomplete` or `expired`. */
  async start(): Promise<void> {
    this.happen('restarted')
    await this.read()
  }

  /** The checkout cannot be shown: `problem` says why. */
  fail(problem: NonNullable<CheckoutState['problem']>, message = '', requestId: string | null = null): void {
    const { server, sessionId } = this.#options
    this.problem = problem
    tellDeveloper(problem, { server: server || location.origin, sessionId })
    this.happen('readFailed')
    this.tellError(problem, message, requestId)
  }

  /** Reads the session again without taking away what the shopper has typed, for when the merchant has patched it. */
  async refresh(): Promise<void> {
    if (mayPay(this.phase)) await this.read()
    // A payment under way is queried anyway, and must not be overtaken.
    else if (this.phase !== 'paying' && !isOpen(this.phase)) await this.start()
  }

  /**
   * Pays with what the shopper has chosen. A call in any phase but `ready` and `declined` does nothing: the phase changes
   * before the first wait, so a second click is late.
   */
  async submit(chosen: ChosenParts): Promise<void> {
    const { checkout } = this
    if (checkout === null || !this.canPay) return
    this.notice = null
    this.isActionLate = false
    this.happen('submitted')
    const flow = await this.#bringFlow(true)
    if (flow !== null) return flow.submit(checkout, chosen)
    if (this.isOver || this.phase !== 'paying') return
    // What sends a payment did not load, so nothing was sent.
    this.notice = problemNotice('offline')
    this.happen('refused')
    tellDeveloper('part_unavailable')
    this.tellError('network', unreached)
  }

  /** The element left the page: a payment under way continues, queries and timers rest. */
  pause(): void {
    this.#isPaused = true
    this.#flow?.pause()
  }

  /** The element is back. */
  resume(): void {
    this.#isPaused = false
    this.#flow?.resume()
  }

  /** Another session took over: what still arrives is ignored, but for the outcome of a payment that was sent. */
  end(): void {
    this.isOver = !this.#flow?.isUnderWay
    this.#flow?.end()
  }

  /**
   * The shopper names their place, the subscription that they change, or a code; a refusal is a notice unless `onAnswer` takes the answer.
   */
  readonly locate = (said: Said, onAnswer?: OnSaid): void => this.#follow((flow) => void flow.locate(said, onAnswer))

  /** There may be news about the payment: asks at once. */
  readonly hurry = (): void => this.#flow?.hurry()

  /** The shopper took too long over an action. What becomes of the payment is still asked about. */
  readonly giveUpAction = (): void => this.#flow?.giveUpAction()

  /** Changes the phase as the table of phases says. */
  happen(trigger: PhaseTrigger): void {
    this.phase = phaseAfter(this.phase, trigger)
    if (this.#flow) this.#flow.watchExpiry()
    else if (mayPay(this.phase)) void this.#bringFlow(false)
    this.#options.onChange()
  }

  /** Reads the session. */
  look(): Promise<Answer<Checkout>> {
    const { reader, locale, languages } = this.#options
    return reader.readCheckout(locale(), languages())
  }

  /** Reads the session and shows it; with `isForWords` only its words and the written amounts, if the shopper cannot pay now. */
  async read(isForWords = false): Promise<void> {
    const read = (this.#reads += 1)
    const answer = await this.look()
    // An answer that a later one replaces may be in another language.
    if (this.isOver || read !== this.#reads) return
    if (answer.kind === 'ok' && isForWords && this.phase !== 'loading' && !mayPay(this.phase)) {
      this.checkout = answer.value
      this.quotes += 1
      this.#options.onChange()
    } else if (answer.kind === 'ok') this.take(answer.value)
    else if (this.phase === 'loading') {
      if (answer.kind === 'refused') this.fail(answer.code, answer.message, answer.request_id)
      else this.fail('network', unreached)
    }
  }

  /** Shows the session as it was read. */
  take(checkout: Checkout): void {
    if (this.checkout?.quote?.hash !== checkout.quote?.hash) this.quotes += 1
    this.checkout = checkout
    if (this.isBlocked) this.notice = null
    this.isBlocked = checkout.refusal != null
    if (checkout.refusal) this.notice = newsNotice(checkout.refusal.code)
    this.clocks = serverClocksOf(checkout, performance.now())
    const awaitedId = isOpen(this.phase) && this.payment?.id
    this.payment = checkout.payment ?? this.payment
    const isFirst = this.phase === 'loading'
    if (checkout.phase === 'open' && !isOpen(this.phase) && !(isFirst && hasPendingAttempt(this.#options.sessionId)))
      return this.happen(checkout.purpose === null ? 'foundIncomplete' : 'opened')
    this.#follow((flow) => flow.take(checkout, awaitedId))
  }

  /** Tells the page that the checkout cannot be shown or go on. */
  tellError(code: string, message: string, requestId: string | null = null): void {
    this.#options.emit(new BillingErrorEvent(this.#options.sessionId, code, message, requestId))
  }

  /** Does what needs the payment's flow: at once if it is loaded, else as soon as it is, however long that takes. */
  #follow(act: (flow: PaymentFlow) => void): void {
    if (this.#flow) return act(this.#flow)
    void this.#bringFlow(true).then((flow) => {
      if (flow) act(flow)
      else if (!this.isOver) this.#follow(act)
    })
  }

  /** The payment's flow; null if it did not load in time, or is not needed any more. */
  async #bringFlow(isAsked: boolean): Promise<PaymentFlow | null> {
    const part = await this.#options.afterClick(isAsked)
    if (part === null || this.isOver) return null
    if (this.#flow === null) {
      this.#flow = new part.PaymentFlow(this, this.#options)
      if (this.#isPaused) this.#flow.pause()
      else this.#flow.watchExpiry()
    }
    return this.#flow
  }
}
