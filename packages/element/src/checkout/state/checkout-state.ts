import type { Checkout, Payment, ProblemCode } from '@billing-checkout/contract'
import type { NextAction } from '../actions/shown-action.ts'
import type { Notice } from '../../messages/notice.ts'
import { mayPay, type Phase } from './phase.ts'
import type { ServerClocks } from './server-clocks.ts'

/** The complete state of one checkout; the views are drawn from it. */
export class CheckoutState {
  phase: Phase = 'loading'
  checkout: Checkout | null = null
  /** How often the quote or its language has changed. Each quote is drawn into new nodes. */
  quotes = 0
  /** The pending payment; if there is none, the latest one. */
  payment: Payment | null = null
  notice: Notice | null = null
  /** Why the phase is `unavailable`. */
  problem: ProblemCode | 'network' | 'insecure_context' | 'invalid_server' | 'no_session' | null = null
  /** Whole minutes left, if the session is about to expire; else null. */
  minutesLeft: number | null = null
  /** Whether the outcome has been unknown for so long that the checkout tells the shopper that they may leave. */
  isCheckingLong = false
  /** Whether the page handles the session's expiry itself. */
  isExpiryHandled = false
  clocks: ServerClocks | null = null
  /** Whether every attempt at this session would be refused: the form is shown, but its button is disabled. */
  isBlocked = false
  /** Whether another session has replaced this one. */
  isOver = false
  /** Whether the shopper has run out of time for the action at the bank or wallet. */
  isActionLate = false

  /** Whether the shopper may press the button. */
  get canPay(): boolean {
    return mayPay(this.phase) && !this.isBlocked
  }

  /** The action that the payment requires from the shopper at a bank or wallet; null if none. */
  get action(): NextAction | null {
    return this.phase === 'confirming' ? (this.payment?.next_action ?? null) : null
  }
}
