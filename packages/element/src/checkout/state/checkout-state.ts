import type { Checkout, Payment, ProblemCode } from '@billing-checkout/contract'
import type { NextAction } from '../actions/open-action.ts'
import type { Notice } from './notice.ts'
import { mayPay, type Phase } from './phase.ts'
import type { ServerClocks } from './server-clocks.ts'

/** All that is known about one checkout, for the views to draw. */
export class CheckoutState {
  phase: Phase = 'loading'
  checkout: Checkout | null = null
  /** How often a quote, or its language, has taken the place of another: each is drawn into new nodes. */
  quotes = 0
  /** The payment that is waited for, or the result. */
  payment: Payment | null = null
  notice: Notice | null = null
  /** Why the phase is `unavailable`. */
  problem: ProblemCode | 'network' | 'insecure_context' | 'invalid_server' | 'no_session' | null = null
  /** Whole minutes left once the session is about to expire, else null. */
  minutesLeft: number | null = null
  /** Whether an outcome has been unknown for so long that the checkout should say that the shopper may leave. */
  isCheckingLong = false
  /** Whether the host page took over what happens after the session expired. */
  isExpiryHandled = false
  clocks: ServerClocks | null = null
  /** Whether every attempt at this session would be refused: there is a form then, but no way to pay. */
  isBlocked = false
  /** Whether another session took over. */
  isOver = false
  /** Whether the shopper has had all the time there is for what the bank asked. */
  isActionLate = false

  /** Whether the shopper may press the button. */
  get canPay(): boolean {
    return mayPay(this.phase) && !this.isBlocked
  }

  /** What the shopper has to do elsewhere now, or null. */
  get action(): NextAction | null {
    return this.phase === 'confirming' ? (this.payment?.next_action ?? null) : null
  }
}
