import type { Checkout, Payment, ProblemCode, Subscription } from '@billing-checkout/contract'
import { BillingDeclinedEvent, BillingErrorEvent, BillingExpiredEvent, BillingPaidEvent } from '../events.ts'
import type { ExpiryWatch } from './expiry-watch.ts'
import { type Notice, problemNotice } from './notice.ts'
import { CheckoutState } from './checkout-state.ts'
import type { ControllerOptions } from './controller-options.ts'
import type { AfterClick } from '../views/lazy-parts.ts'
import type { Order, OrderParts } from './order.ts'
import { outcomeOf } from './outcome.ts'
import { isOutcomeOf } from './pending-attempt.ts'
import { newsAfter } from './news-after.ts'
import { type Happening, isOpen, mayPay, phaseAfter } from './phase.ts'
import { Rest } from './rest.ts'
import { type ServerClocks, serverClocksOf } from './server-clocks.ts'
import type { Answer, Attempt, Place } from './transport.ts'

const lossesBeforeChecking = 2

/**
 * One session from its first reading to its end: reads, pays, waits, and knows the phase. It never makes a new
 * idempotency key unless the phase allows paying, and leaves `paying` only by a certain answer.
 */
export class CheckoutController extends CheckoutState {
  readonly #options: ControllerOptions
  #expiry: ExpiryWatch | null = null
  #isOver = false
  /** How often the shopper has said where they are: only the last answer counts. */
  #said = 0
  /** Whether the shopper has had all the time there is for what the bank asked. */
  #isActionLate = false
  readonly #rest = new Rest()

  constructor(options: ControllerOptions) {
    super()
    this.#options = options
  }

  /** Reads the session and shows what it is ready for; again after `unavailable`, `incomplete` or `expired`. */
  async start(): Promise<void> {
    this.#happen('restarted')
    await this.#read()
  }

  /** The checkout cannot be shown: `problem` says why. */
  fail(problem: NonNullable<CheckoutState['problem']>): void {
    this.problem = problem
    this.#happen('readFailed')
    this.#options.emit(new BillingErrorEvent(problem))
  }

  /** Reads the session again without taking away what the shopper has typed, for when the merchant has patched it. */
  async refresh(): Promise<void> {
    if (mayPay(this.phase)) await this.#read()
    // A payment under way is asked about anyway, and must not be overtaken.
    else if (this.phase !== 'paying' && !isOpen(this.phase)) await this.start()
  }

  /**
   * Pays with what the shopper has chosen. A call in any phase but `ready` and `declined` does nothing: the phase changes
   * before the first wait, so a second click is late.
   */
  async submit(chosen: OrderParts): Promise<void> {
    const { checkout } = this
    if (checkout === null || !mayPay(this.phase)) return
    this.notice = null
    this.#isActionLate = false
    this.#happen('submitted')
    const after = await this.#options.afterClick(true)
    const order = after && (await after.prepareOrder(checkout, chosen))
    if (this.#isOver || this.phase !== 'paying') return
    if (after && (order?.kind === 'payment' || order?.kind === 'change')) return this.#send(order, after)
    this.notice = after ? (order as Notice | null) : problemNotice('internal')
    this.#happen('refused')
  }

  /** The element left the page: a payment under way goes on, questions and timers rest. */
  pause(): void {
    this.#expiry?.stop()
    this.#rest.pause()
  }

  /** The element is back. */
  resume(): void {
    this.#rest.resume()
    this.#watchExpiry()
  }

  /** Another session took over; whatever still arrives is ignored. */
  end(): void {
    this.#isOver = true
    this.#expiry?.stop()
    this.#rest.end()
  }

  /** The shopper says where they are: the price is shown anew, with the tax that is due there. */
  readonly locate = async (place: Place): Promise<void> => {
    if (this.checkout === null || !mayPay(this.phase)) return
    const said = (this.#said += 1)
    const { client_token: token, locale } = this.checkout
    const answer = await this.#options.transport.locate(place, token ?? '', locale)
    if (this.#isOver || said !== this.#said || !mayPay(this.phase)) return
    if (answer.kind === 'ok') return this.#take(answer.value)
    this.notice = problemNotice(answer.kind === 'refused' ? answer.code : 'internal')
    this.#options.onChange()
  }

  /** There may be news about the payment: asks at once. */
  readonly hurry = (): void => this.#rest.hurry()

  /** The shopper took too long over an action. What becomes of the payment is still asked about. */
  readonly giveUpAction = (): void => {
    this.#isActionLate = true
    if (this.phase === 'confirming') this.#becomeUnknown()
  }

  #happen(happening: Happening): void {
    this.phase = phaseAfter(this.phase, happening)
    this.#watchExpiry()
    this.#options.onChange()
  }

  #look(): Promise<Answer<Checkout>> {
    const { transport, locale, languages } = this.#options
    return transport.readCheckout(locale, languages)
  }

  async #read(): Promise<void> {
    const answer = await this.#look()
    if (this.#isOver) return
    if (answer.kind === 'ok') this.#take(answer.value)
    else if (this.phase === 'loading') this.fail(answer.kind === 'refused' ? answer.code : 'network')
  }

  #take(checkout: Checkout): void {
    this.checkout = checkout
    this.clocks = serverClocksOf(checkout, performance.now())
    const awaitedId = isOpen(this.phase) && this.payment?.id
    this.payment = checkout.payment ?? this.payment
    switch (checkout.phase) {
      case 'open':
        return this.#takeOpen(checkout, awaitedId)
      case 'processing':
        return this.#wait()
      case 'completed':
        return this.#takeCompleted(checkout)
      case 'expired':
        this.#expire()
    }
  }

  #takeCompleted({ payment }: Checkout): void {
    const { pending, sessionId, emit } = this.#options
    const wasWaiting = isOpen(this.phase) || this.phase === 'paying' || pending.find(sessionId) !== null
    pending.forget(sessionId)
    this.#happen('foundCompleted')
    // A page that merely shows a finished session again must not be told twice.
    if (wasWaiting) emit(new BillingPaidEvent(payment, payment?.subscription ?? null))
  }

  #takeOpen(checkout: Checkout, awaitedId?: string | false): void {
    if (checkout.purpose === null) return this.#happen('foundIncomplete')
    if (this.phase !== 'loading' && !isOpen(this.phase)) return this.#happen('opened')
    const { pending, sessionId } = this.#options
    const [attempt, { payment }] = [pending.find(sessionId), checkout]
    pending.forget(sessionId)
    if (payment !== null && (payment.id === awaitedId || (attempt !== null && isOutcomeOf(attempt, payment))))
      return this.#settle(payment)
    // The attempt never reached the server: nothing is under way, so the shopper may try again.
    if (isOpen(this.phase)) this.notice = problemNotice('internal')
    this.#happen('opened')
  }

  async #send(order: Order, after: AfterClick): Promise<void> {
    const { pending, sessionId, transport } = this.#options
    const key = crypto.randomUUID()
    pending.keep(sessionId, { key, paymentId: null, formerPaymentId: this.payment?.id ?? null })
    if (order.kind === 'payment')
      await this.#insist(after, key, (attempt) => transport.pay(order.request, attempt), this.#settle)
    else
      await this.#insist(after, key, (attempt) => transport.updateSubscription(order.request, attempt), this.#changed)
  }

  /** Sends one attempt, with the same key, until somebody knows its outcome. */
  async #insist<Value>(
    { insist }: AfterClick,
    key: string,
    send: (attempt: Attempt) => Promise<Answer<Value>>,
    succeed: (value: Value) => void,
  ): Promise<void> {
    const answer = await insist({
      send: () => send({ token: this.checkout?.client_token ?? '', key }),
      renewToken: () => this.#renewToken(),
      onLost: (losses) => {
        if (losses === lossesBeforeChecking) this.#becomeUnknown()
        return this.#rest.take(this.#options.pollDelayMs(losses - 1))
      },
      isOver: () => this.#isOver,
    })
    if (answer?.kind === 'ok') succeed(answer.value)
    else if (answer !== null) await this.#refuse(answer.code)
  }

  async #renewToken(): Promise<void> {
    const answer = await this.#look()
    // Only the token: the amounts the shopper agreed to stay as they were shown.
    if (answer.kind === 'ok' && this.checkout !== null)
      this.checkout = { ...this.checkout, client_token: answer.value.client_token }
  }

  async #refuse(code: ProblemCode): Promise<void> {
    this.#options.pending.forget(this.#options.sessionId)
    if (code === 'session_expired') return this.#expire()
    if (newsAfter.has(code)) {
      await this.#read()
      if (this.phase !== 'paying' && !isOpen(this.phase)) return
      if (this.checkout?.phase !== 'open') return
    }
    this.notice = problemNotice(code)
    this.#happen('refused')
  }

  readonly #settle = (payment: Payment): void => {
    const { pending, sessionId, emit } = this.#options
    const outcome = outcomeOf(payment)
    this.payment = payment
    if (outcome === 'becameUnknown') {
      pending.name(sessionId, payment.id)
      return this.#wait()
    }
    pending.forget(sessionId)
    if (outcome === 'ranOut') return this.#expire()
    if (outcome === 'cardDeclined') this.notice = { kind: 'declined', payment }
    this.#happen(outcome)
    emit(
      outcome === 'approved' ? new BillingPaidEvent(payment, payment.subscription) : new BillingDeclinedEvent(payment),
    )
    this.#watchExpiry()
  }

  readonly #changed = (subscription: Subscription): void => {
    this.#options.pending.forget(this.#options.sessionId)
    this.#happen('approved')
    this.#options.emit(new BillingPaidEvent(null, subscription))
  }

  /** Waits for the shopper to do what is asked, or for news; goes on asking either way. */
  #wait(): void {
    if (this.payment?.next_action && !this.#isActionLate) this.#happen('actionOpened')
    else if (this.phase !== 'checking') this.#becomeUnknown()
    void this.#rest.poll({
      delayMs: this.#options.pollDelayMs,
      mustAsk: () => !this.#isOver && isOpen(this.phase),
      ask: () => this.#ask(),
    })
  }

  #becomeUnknown(): void {
    // From a form as much as from the first reading: either way a payment is under way.
    this.#happen(mayPay(this.phase) || this.phase === 'loading' ? 'foundProcessing' : 'becameUnknown')
    this.countFromNow(this.#options.onChange)
  }

  async #ask(): Promise<void> {
    const token = this.checkout?.client_token
    if (this.payment === null || !token) return this.#read()
    const answer = await this.#options.transport.readPayment(this.payment.id, token)
    if (this.#isOver) return
    if (answer.kind === 'lost') return
    // A page that found the payment under way has no quote: the shopper can only go on with a new one.
    const needsQuote = answer.kind === 'ok' && outcomeOf(answer.value) === 'cardDeclined' && !this.checkout?.quote
    if (answer.kind === 'refused' || needsQuote) await this.#read()
    else this.#settle(answer.value)
  }

  #watchExpiry(): void {
    this.#expiry?.stop()
    if (this.clocks !== null && mayPay(this.phase)) void this.#followExpiry(this.clocks)
  }

  async #followExpiry({ untilExpiry }: ServerClocks): Promise<void> {
    const after = await this.#options.afterClick(false)
    if (after === null || this.#isOver || !mayPay(this.phase)) return
    this.#expiry ??= new after.ExpiryWatch({
      onMinutesLeft: (minutes) => {
        this.minutesLeft = minutes
        this.#options.onChange()
      },
      onExpired: () => this.#expire(),
    })
    this.#expiry.follow(untilExpiry)
  }

  #expire(): void {
    if (this.phase === 'expired') return
    this.notice = null
    this.#happen('ranOut')
    this.isExpiryHandled = !this.#options.emit(new BillingExpiredEvent())
    this.#options.onChange()
  }
}
