import type { Checkout, Payment, ProblemCode, Subscription } from '@billing-checkout/contract'
import { BillingDeclinedEvent, BillingErrorEvent, BillingExpiredEvent, BillingPaidEvent } from '../events.ts'
import { ExpiryWatch } from './expiry-watch.ts'
import { type Notice, problemNotice } from './notice.ts'
import type { Order } from './order.ts'
import { outcomeOf } from './outcome.ts'
import { isOutcomeOf, type PendingAttempts } from './pending-attempt.ts'
import { type Happening, mayPay, type Phase, phaseAfter } from './phase.ts'
import { type ServerClocks, serverClocksOf } from './server-clocks.ts'
import type { Answer, Attempt, Transport } from './transport.ts'

/** What a controller works with. */
export interface ControllerOptions {
  readonly sessionId: string
  /** The element's own `locale`, or null to leave the language to the session, page and browser. */
  readonly locale: string | null
  readonly languages: readonly string[]
  readonly transport: Transport
  readonly pending: PendingAttempts
  /** Dispatches an event on the element; answers false when it was cancelled. */
  readonly emit: (event: Event) => boolean
  /** Something to show has changed. */
  readonly onChange: () => void
  /** How long to wait between two questions about an unknown payment, in milliseconds. */
  readonly pollDelayMs: (asked: number) => number
}

const lossesBeforeChecking = 2
const longCheckMs = 20_000

/**
 * One session from its first reading to its end: reads, pays, waits, and knows the phase. It never makes a new
 * idempotency key unless the phase allows paying, and leaves `paying` only by a certain answer.
 */
export class CheckoutController {
  phase: Phase = 'loading'
  checkout: Checkout | null = null
  /** The payment that is waited for, or the result. */
  payment: Payment | null = null
  notice: Notice | null = null
  /** Why the phase is `unavailable`. */
  problem: ProblemCode | 'network' | 'insecure_context' | null = null
  /** Whole minutes left once the session is about to expire, else null. */
  minutesLeft: number | null = null
  /** Whether a payment has been unknown for so long that the shopper should be told they may leave. */
  isCheckingLong = false
  /** Whether the host page took over what happens after the session expired. */
  isExpiryHandled = false
  clocks: ServerClocks | null = null

  readonly #options: ControllerOptions
  readonly #expiry = new ExpiryWatch({
    onMinutesLeft: (minutes) => {
      this.minutesLeft = minutes
      this.#options.onChange()
    },
    onExpired: () => this.#expire(),
  })
  #isOver = false
  #isPolling = false
  #wake = (): void => {}
  #awake: Promise<void> = Promise.resolve()

  constructor(options: ControllerOptions) {
    this.#options = options
  }

  /** Reads the session and shows what it is ready for; again after `unavailable`, `incomplete` or `expired`. */
  async start(): Promise<void> {
    this.#happen('restarted')
    await this.#read()
  }

  /** The checkout cannot be shown: `problem` says why. */
  fail(problem: NonNullable<CheckoutController['problem']>): void {
    this.problem = problem
    this.#happen('readFailed')
    this.#options.emit(new BillingErrorEvent(problem))
  }

  /** Reads the session again without taking away what the shopper has typed, for when the merchant has patched it. */
  async refresh(): Promise<void> {
    if (mayPay(this.phase)) await this.#read()
    // A payment under way is asked about anyway, and must not be overtaken.
    else if (this.phase !== 'paying' && this.phase !== 'checking') await this.start()
  }

  /**
   * Pays. `prepare` seals the card, or answers null when the shopper has to correct something first. A call in any
   * phase but `ready` and `declined` does nothing: the phase changes before the first wait, so a second click is late.
   */
  async submit(prepare: () => Promise<Order | Notice | null>): Promise<void> {
    if (!mayPay(this.phase)) return
    this.notice = null
    this.#happen('submitted')
    const order = await prepare()
    if (this.#isOver || this.phase !== 'paying') return
    if (order === null || (order.kind !== 'payment' && order.kind !== 'change')) {
      this.notice = order
      return this.#happen('refused')
    }
    const key = crypto.randomUUID()
    const { pending, sessionId, transport } = this.#options
    pending.keep(sessionId, { key, paymentId: null, formerPaymentId: this.payment?.id ?? null })
    if (order.kind === 'payment')
      await this.#insist(key, (attempt) => transport.pay(order.request, attempt), this.#settle)
    else await this.#insist(key, (attempt) => transport.updateSubscription(order.request, attempt), this.#changed)
  }

  /** The element left the page: a payment under way goes on, questions and timers rest. */
  pause(): void {
    this.#expiry.stop()
    this.#awake = new Promise((resolve) => (this.#wake = resolve))
  }

  /** The element is back. */
  resume(): void {
    this.#wake()
    this.#watchExpiry()
  }

  /** Another session took over; whatever still arrives is ignored. */
  end(): void {
    this.#isOver = true
    this.#expiry.stop()
  }

  #happen(happening: Happening): void {
    this.phase = phaseAfter(this.phase, happening)
    this.#watchExpiry()
    this.#options.onChange()
  }

  async #read(): Promise<void> {
    const { transport, locale, languages } = this.#options
    const answer = await transport.readCheckout(locale, languages)
    if (this.#isOver) return
    if (answer.kind === 'ok') this.#take(answer.value)
    else if (this.phase === 'loading') this.fail(answer.kind === 'refused' ? answer.code : 'network')
  }

  #take(checkout: Checkout): void {
    this.checkout = checkout
    this.clocks = serverClocksOf(checkout, performance.now())
    this.payment = checkout.payment ?? this.payment
    switch (checkout.phase) {
      case 'open':
        this.#takeOpen(checkout)
        break
      case 'processing':
        this.#happen('foundProcessing')
        void this.#poll()
        break
      case 'completed':
        this.#takeCompleted(checkout)
        break
      case 'expired':
        this.#expire()
    }
  }

  #takeCompleted({ payment }: Checkout): void {
    const { pending, sessionId, emit } = this.#options
    const wasWaiting = this.phase === 'checking' || this.phase === 'paying' || pending.find(sessionId) !== null
    pending.forget(sessionId)
    this.#happen('foundCompleted')
    // A page that merely shows a finished session again must not be told twice.
    if (wasWaiting) emit(new BillingPaidEvent(payment, payment?.subscription ?? null))
  }

  #takeOpen(checkout: Checkout): void {
    if (checkout.purpose === null) return this.#happen('foundIncomplete')
    if (this.phase !== 'loading' && this.phase !== 'checking') return this.#happen('opened')
    const { pending, sessionId } = this.#options
    const attempt = pending.find(sessionId)
    const { payment } = checkout
    pending.forget(sessionId)
    if (attempt !== null && payment !== null && isOutcomeOf(attempt, payment)) return this.#settle(payment)
    // The attempt never reached the server: nothing is under way, so the shopper may try again.
    if (this.phase === 'checking') this.notice = problemNotice('internal')
    this.#happen('opened')
  }

  /** Sends one attempt, with the same key, until somebody knows its outcome. */
  async #insist<Value>(
    key: string,
    send: (attempt: Attempt) => Promise<Answer<Value>>,
    succeed: (value: Value) => void,
  ): Promise<void> {
    let isTokenFresh = false
    for (let losses = 0; !this.#isOver;) {
      const answer = await send({ token: this.checkout?.client_token ?? '', key })
      if (this.#isOver) return
      if (answer.kind === 'ok') return succeed(answer.value)
      if (answer.kind === 'refused') {
        if (answer.code !== 'expired_credentials' || isTokenFresh) return this.#refuse(answer.code)
        isTokenFresh = true
        await this.#renewToken()
        continue
      }
      losses += 1
      if (losses === lossesBeforeChecking) this.#becomeUnknown()
      await this.#rest(losses - 1)
    }
  }

  async #renewToken(): Promise<void> {
    const { transport, locale, languages } = this.#options
    const answer = await transport.readCheckout(locale, languages)
    // Only the token: the amounts the shopper agreed to stay as they were shown.
    if (answer.kind === 'ok' && this.checkout !== null)
      this.checkout = { ...this.checkout, client_token: answer.value.client_token }
  }

  async #refuse(code: ProblemCode): Promise<void> {
    this.#options.pending.forget(this.#options.sessionId)
    if (code === 'session_expired') return this.#expire()
    if (code === 'amount_changed' || code === 'session_completed' || code === 'payment_in_progress') {
      await this.#read()
      if (this.phase !== 'paying' && this.phase !== 'checking') return
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
      const attempt = pending.find(sessionId)
      if (attempt !== null) pending.keep(sessionId, { ...attempt, paymentId: payment.id })
      this.#becomeUnknown()
      return void this.#poll()
    }
    pending.forget(sessionId)
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

  #becomeUnknown(): void {
    this.#happen('becameUnknown')
    this.isCheckingLong = false
    setTimeout(() => {
      this.isCheckingLong = true
      this.#options.onChange()
    }, longCheckMs)
  }

  async #poll(): Promise<void> {
    if (this.#isPolling) return
    this.#isPolling = true
    for (let asked = 0; this.phase === 'checking' && !this.#isOver; asked += 1) {
      await this.#rest(asked)
      if (!this.#isOver && this.phase === 'checking') await this.#ask()
    }
    this.#isPolling = false
  }

  async #ask(): Promise<void> {
    const token = this.checkout?.client_token
    if (this.payment === null || !token) return this.#read()
    const answer = await this.#options.transport.readPayment(this.payment.id, token)
    if (this.#isOver) return
    if (answer.kind === 'refused') await this.#read()
    else if (answer.kind === 'ok' && outcomeOf(answer.value) !== 'becameUnknown') this.#settle(answer.value)
  }

  async #rest(asked: number): Promise<void> {
    const delay = this.#options.pollDelayMs(asked)
    await new Promise((resolve) => setTimeout(resolve, delay))
    await this.#awake
  }

  #watchExpiry(): void {
    this.#expiry.stop()
    if (this.clocks !== null && mayPay(this.phase)) this.#expiry.follow(this.clocks.untilExpiry)
  }

  #expire(): void {
    if (this.phase === 'expired') return
    this.notice = null
    this.#happen('ranOut')
    this.isExpiryHandled = !this.#options.emit(new BillingExpiredEvent())
    this.#options.onChange()
  }
}
