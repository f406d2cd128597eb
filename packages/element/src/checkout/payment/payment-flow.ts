import type { Checkout, Payment, Subscription } from '@billing-checkout/contract'
import { requestEnteredCard } from '../../card-frame/link/request-entered-card.ts'
import { BillingDeclinedEvent, BillingExpiredEvent, BillingPaidEvent, BillingRefusedEvent } from '../state/events.ts'
import { ExpiryWatch } from '../state/expiry-watch.ts'
import { isFinalRefusal, mayRetrySoon, staleCheckoutCodes } from './refusals.ts'
import { type Notice, problemNotice } from '../../messages/notice.ts'
import { type Order, type SubmitInput, prepareOrder } from '../order/order.ts'
import { phaseTriggerFor } from './phase-trigger-for.ts'
import { mustQueryOutcome, mayPay } from '../state/phase.ts'
import { createCheckoutUpdater, type UpdateCheckout } from './create-checkout-updater.ts'
import { OutcomeWatch } from './outcome-watch.ts'
import { createPaymentCalls } from './payment-calls.ts'
import type { PaymentFlowOptions } from './payment-flow-options.ts'
import type { PaymentFlowHost } from './payment-flow-host.ts'
import { isPaymentOfAttempt, createPendingAttempts } from './pending-attempt.ts'
import type { Answer, PaymentCalls, RefusalDetails } from '../requests/transport.ts'

/** The message of `billing-error` if the network failed. */
const unreached = 'The server was not reached.'
/** Flows of sessions that the page replaced during a payment, by session id. */
const replacedFlows = new Map<string, PaymentFlow>()

/**
 * Handles a checkout after the shopper's click: sends the order until the answer is certain, and queries the payment until its outcome is
 * known. Only `submit` creates a new idempotency key.
 */
export class PaymentFlow {
  readonly #owner: PaymentFlowHost
  readonly #options: PaymentFlowOptions
  readonly #calls: PaymentCalls
  readonly #pending = createPendingAttempts(() => sessionStorage)
  readonly #expiry: ExpiryWatch
  readonly #watch: OutcomeWatch
  /** Sends the server what the shopper entered, and shows the new quote. */
  readonly update: UpdateCheckout
  /** Whether an order was sent and the server has not answered yet. */
  #isSent = false
  #isReplaced = false
  /** The newer flow of the same session, if the page has returned to that session. */
  #successor: PaymentFlow | null = null

  constructor(owner: PaymentFlowHost, options: PaymentFlowOptions) {
    this.#owner = owner
    this.#options = options
    this.#calls = options.calls ?? createPaymentCalls(options.server, options.sessionId)
    this.update = createCheckoutUpdater(owner, this.#calls, options.onChange)
    this.#watch = new OutcomeWatch(owner, { ...options, ask: () => this.#ask() })
    this.#expiry = new ExpiryWatch({
      onMinutesLeft: (minutes) => {
        owner.minutesLeft = minutes
        options.onChange()
      },
      onExpired: () => this.#expire(),
    })
    const former = replacedFlows.get(options.sessionId)
    if (former) former.#successor = this
  }

  /** Whether there is a payment with an unknown outcome. */
  get isUnderWay(): boolean {
    const { phase } = this.#owner
    return mustQueryOutcome(phase) || (phase === 'paying' && this.#isSent)
  }

  /** Pays with the shopper's choice. The phase must already be `paying`. */
  async submit(checkout: Checkout, chosen: SubmitInput): Promise<void> {
    const owner = this.#owner
    const order = await prepareOrder(checkout, { ...chosen, seal: () => requestEnteredCard(chosen.card) })
    if (owner.isOver || owner.phase !== 'paying') return
    if (order?.kind === 'payment' || order?.kind === 'change') return this.#send(order)
    // The shopper opened the wallet for a price that is no longer valid.
    if (order?.kind === 'problem' && order.code === 'amount_changed') return this.#refuse({ code: order.code })
    this.#refuseWith(order)
    if (order !== null)
      owner.tellError('frame_unavailable', 'The card frame or the wallet is not there, or could not encrypt the card.')
  }

  /** Watches the expiry while the shopper may pay. If the page has replaced the session, closes this flow once the outcome is known. */
  follow(): void {
    const { clocks, phase } = this.#owner
    this.#expiry.stop()
    if (!mustQueryOutcome(phase)) this.#watch.stop()
    if (this.#isReplaced) {
      if (this.isUnderWay) return
      this.#close()
      if (this.#successor) this.#successor.#look()
      return
    }
    if (clocks !== null && mayPay(phase)) this.#expiry.follow(clocks.untilExpiry)
  }

  /** Ends an action for which the shopper took too long. The payment is still queried. */
  giveUpAction(): void {
    this.#watch.giveUpAction()
  }

  /** Shows a session that has ended or may have a payment. `awaitedId` is the id of the payment whose outcome was pending, if any. */
  applyCheckout(checkout: Checkout, awaitedId: string | false | undefined): void {
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

  /** Queries the payment at once, because its outcome may be known now. */
  wake(): void {
    this.#watch.timer.wake()
  }

  /** Call this when the element leaves the page. A payment that was sent continues, but queries and timers pause. */
  pause(): void {
    this.#expiry.stop()
    this.#watch.pause()
  }

  /** Call this when the element is back in the page. */
  resume(): void {
    this.#watch.resume()
    this.follow()
  }

  /** Call this when another session replaces this one. A pending payment is queried until the page has received its outcome. */
  end(): void {
    if (!this.isUnderWay) return this.#close()
    this.#isReplaced = true
    replacedFlows.set(this.#options.sessionId, this)
    this.#stopTimers()
    this.#watch.timer.resume()
  }

  /** Applies a payment's outcome; if it is still unknown, waits for it. */
  readonly applyOutcome = (payment: Payment): void => {
    const owner = this.#owner
    const { sessionId, emit } = this.#options
    const outcome = phaseTriggerFor(payment)
    owner.payment = payment
    if (outcome === 'becameUnknown') {
      this.#pending.setPaymentId(sessionId, payment.id)
      return this.#wait()
    }
    this.#pending.forget(sessionId)
    // Read the checkout, which states the refunded payment. Even if that reading fails, the session has expired.
    if (outcome === 'ranOut') return void owner.read().then(() => this.#expire())
    if (outcome === 'cardDeclined') owner.notice = { kind: 'declined', payment }
    owner.trigger(outcome)
    if (outcome === 'approved') return this.#tellPaid(payment)
    this.#replaceFormer()
    emit(new BillingDeclinedEvent(sessionId, payment))
  }

  /** Dispatches `billing-paid`, because the payment is certain. */
  #tellPaid(payment: Payment | null, subscription = payment?.subscription ?? null): void {
    const { emit, sessionId } = this.#options
    this.#replaceFormer()
    emit(new BillingPaidEvent(sessionId, payment, subscription))
  }

  #takeOpen({ purpose, payment }: Checkout, awaitedId: string | false | undefined): void {
    const owner = this.#owner
    const { sessionId } = this.#options
    if (purpose === null) return owner.trigger('foundIncomplete')
    const attempt = this.#pending.find(sessionId)
    this.#pending.forget(sessionId)
    if (payment !== null && (payment.id === awaitedId || (attempt !== null && isPaymentOfAttempt(attempt, payment))))
      return this.applyOutcome(payment)
    // If an outcome was pending, the attempt never reached the server. So there is no payment, and the shopper may try again.
    const wasLost = mustQueryOutcome(owner.phase)
    if (wasLost) owner.notice = problemNotice('internal')
    owner.trigger('opened')
    if (wasLost) owner.tellError('network', unreached)
  }

  #takeCompleted({ payment }: Checkout): void {
    const owner = this.#owner
    const { sessionId } = this.#options
    const wasWaiting =
      mustQueryOutcome(owner.phase) || owner.phase === 'paying' || this.#pending.find(sessionId) !== null
    this.#pending.forget(sessionId)
    owner.trigger('foundCompleted')
    // Only if an outcome was pending. A page that shows a completed session again receives no second event.
    if (wasWaiting) this.#tellPaid(payment)
  }

  /** Shows that a payment is pending, and queries it. */
  #wait(): void {
    this.#watch.show()
    this.#replaceFormer()
    this.#watch.poll()
  }

  /** Ends an expired session. */
  #expire(): void {
    const owner = this.#owner
    if (owner.phase === 'expired') return
    owner.notice = null
    owner.trigger('ranOut')
    const event = new BillingExpiredEvent(this.#options.sessionId)
    this.#options.emit(event, () => {
      owner.isExpiryHandled = event.defaultPrevented
      this.#options.onChange()
    })
  }

  async #send(order: Order): Promise<void> {
    const { sessionId } = this.#options
    const key = crypto.randomUUID()
    this.#isSent = true
    this.#pending.store(sessionId, { key, paymentId: null, formerPaymentId: this.#owner.payment?.id ?? null })
    if (order.kind === 'payment')
      await this.#untilAnswered((token) => this.#calls.pay(order.request, { token, key }), this.applyOutcome)
    else
      await this.#untilAnswered((token) => this.#calls.updateSubscription(order.request, { token, key }), this.#changed)
    this.#isSent = false
  }

  async #untilAnswered<Value>(
    send: (token: string) => Promise<Answer<Value>>,
    succeed: (value: Value) => void,
  ): Promise<void> {
    const answer = await this.#watch.sendUntilAnswered(send)
    if (answer?.kind === 'ok') succeed(answer.value)
    else if (answer !== null) await this.#refuse(answer)
  }

  async #refuse(refused: RefusalDetails): Promise<void> {
    const owner = this.#owner
    const { code, message = '', request_id = null } = refused
    this.#pending.forget(this.#options.sessionId)
    if (code === 'session_expired') return this.#expire()
    const hadTrial = owner.checkout?.quote_display?.trial_end != null
    // The merchant began to require the checkbox after the checkout was shown.
    const isBoxNew = refused.paths?.includes('body.consent.immediate_supply')
    if (staleCheckoutCodes.has(code) || isBoxNew) {
      await owner.read()
      if (owner.phase !== 'paying' && !mustQueryOutcome(owner.phase)) return
      if (owner.checkout?.phase !== 'open') return
    }
    const isBusy = mayRetrySoon(refused)
    owner.isBlocked = !isBusy && isFinalRefusal(code)
    const lostTrial = code === 'amount_changed' && hadTrial && owner.checkout?.quote_display?.trial_end === null
    const trouble = isBusy ? 'rate_limited' : lostTrial ? 'trial_used' : isBoxNew ? 'box_unticked' : code
    this.#refuseWith(problemNotice(trouble, refused.paths))
    this.#options.emit(new BillingRefusedEvent(this.#options.sessionId, { code, message, request_id }, owner.isBlocked))
  }

  #refuseWith(notice: Notice | null): void {
    this.#owner.notice = notice
    this.#owner.trigger('refused')
  }

  readonly #changed = (subscription: Subscription): void => {
    this.#pending.forget(this.#options.sessionId)
    // Forget an earlier declined payment, because this change charged nothing.
    this.#owner.payment = null
    this.#owner.trigger('approved')
    this.#tellPaid(null, subscription)
  }

  async #ask(): Promise<void> {
    const owner = this.#owner
    const token = owner.checkout?.client_token
    if (owner.payment === null || !token) return owner.read()
    const answer = await this.#calls.readPayment(owner.payment.id, token)
    if (owner.isOver || answer.kind === 'lost') return
    // If the page was opened during the payment, its quote is that of the payment. After a decline, the shopper needs a new quote.
    const needsQuote =
      answer.kind === 'ok' && phaseTriggerFor(answer.value) === 'cardDeclined' && owner.checkout?.phase !== 'open'
    if (answer.kind === 'refused' || needsQuote) await owner.read()
    else this.applyOutcome(answer.value)
  }

  /** Reads the session again, because the outcome of the former flow's payment is now known. */
  #look(): void {
    if (mayPay(this.#owner.phase)) void this.#owner.read()
  }

  /** Closes the former flow of the session, so that the page receives the outcome only once. */
  #replaceFormer(): void {
    const former = replacedFlows.get(this.#options.sessionId)
    if (former && former !== this) former.#close()
  }

  #stopTimers(): void {
    this.#expiry.stop()
    this.#watch.stop()
  }

  #close(): void {
    this.#owner.isOver = true
    if (this.#isReplaced) replacedFlows.delete(this.#options.sessionId)
    this.#stopTimers()
    this.#watch.end()
  }
}
