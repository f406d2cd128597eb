import type { CurrencyCode, PaymentMethodType } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { BookedPage } from './reports/booked-day.ts'
import type { DescribedToken, HostedCardEntry } from './cards/card-entry.ts'
import type { TransactionPage } from './reports/listed-transactions.ts'
import type { NewsPage, ParsedNotification, ProcessorDispute } from './reports/news.ts'
import type { CustomerRecords, ForgottenCustomer } from './customer-records.ts'
import type { FinalOutcome, ProcessorOutcome } from './outcome.ts'
import type { AuthorizeRequest, CaptureRequest, KnownCall, RefundRequest, VoidRequest } from './requests.ts'

export type * from './cards/card-entry.ts'
export type * from './customer-records.ts'
export type * from './outcome.ts'
export type * from './reports/booked-day.ts'
export type * from './reports/listed-transactions.ts'
export type * from './reports/news.ts'
export type * from './requests.ts'

/** A prepared charge, or the outcome if it ended during preparation. */
export type Prepared =
  | {
      readonly kind: 'prepared'
      /** The processor's own id of the transaction that will move the money. */
      readonly transactionId: string
    }
  | { readonly kind: 'ended'; readonly outcome: ProcessorOutcome }

/**
 * Charging in two steps, so that the server knows the processor's own id of a charge before money can move. After a crash, the server
 * queries or closes that transaction and need not search for it.
 */
export interface TwoSteps {
  /** Whether a charge is made in two steps. This must depend only on the request. Absent: every charge is. */
  appliesTo?(request: AuthorizeRequest): boolean
  /**
   * Prepares a charge without moving money. While the processor recognizes repeated idempotency keys, a repetition returns the same
   * transaction.
   */
  prepare(request: AuthorizeRequest): Promise<Prepared>
  /**
   * Executes a prepared charge; repeated calls charge only once. The server calls this only after it has committed the transaction's id,
   * and while it holds the attempt's lease. Returns the same outcomes as `authorize`, and `failed` for a closed charge.
   */
  execute(request: AuthorizeRequest, transactionId: string): Promise<ProcessorOutcome>
}

/**
 * The state of captured money that the processor owes the merchant. `settled`: the money has arrived. `failed`: it never will. `pending`:
 * it is in transit. `rejected`: the processor rejects the query about this transaction.
 */
export interface Settlement {
  readonly transactionId: string
  readonly state: 'settled' | 'failed' | 'pending' | 'rejected'
  /** Why the query is rejected. */
  readonly message?: string
}

/**
 * The state of an accepted refund. `succeeded`: it has arrived, but may still fail later. `failed`: it failed or was reversed, so the
 * merchant has the money again. `pending`: it is in transit. `rejected`: the processor rejects the query about this refund.
 */
export interface RefundNews {
  /** The processor's own id of the refund. */
  readonly transactionId: string
  readonly state: 'succeeded' | 'failed' | 'pending' | 'rejected'
  /** Why the refund failed, or why the processor rejects the query. */
  readonly message?: string
}

/**
 * A company that moves money.
 *
 * The caller guarantees: one reference for each intended movement, repeated unchanged after a crash; no calls inside a database
 * transaction; a typed card passed for one charge and never again. After `action_required`, the caller looks the outcome up and does not
 * repeat `authorize`; if no shopper is present to act, it closes the reference.
 *
 * An adapter guarantees: the same reference and request move money at most once and always return the same outcome; every refusal, time-out
 * and outage of a call that moves money is an outcome, not an exception; an answer within `timeoutSeconds`; no card number or security code
 * in any log, error or stored row.
 */
export interface Processor {
  readonly id: string
  readonly timeoutSeconds: number
  /** Seconds for which the processor recognizes a repeated reference. After that, the server repeats no call. */
  readonly keyWindowSeconds: number
  /**
   * True if the processor stores no cards; we then send a stored card from our vault again. If false, we charge the processor's token and
   * never store a card number.
   */
  readonly needsCardNumber: boolean
  /** The kinds of payment method that the processor can charge. */
  readonly methodKinds: readonly PaymentMethodType[]
  /** For each kind of method that the processor charges only in some currencies: these currencies. */
  readonly currenciesOfKinds?: Readonly<Partial<Record<PaymentMethodType, readonly CurrencyCode[]>>> | undefined
  /**
   * For currencies in which the processor cannot charge every amount: the step, in minor units, of which an amount must be a multiple. Any
   * other amount is refused as `failed` before anything is sent.
   */
  readonly steps?: Readonly<Partial<Record<CurrencyCode, number>>> | undefined
  /**
   * The smallest amount that the processor charges in a currency, in minor units; absent: about half a US dollar, by the server's own rule.
   * A renewal below this amount is carried forward to the next renewal.
   */
  readonly minimum?: Readonly<Partial<Record<CurrencyCode, number>>> | undefined
  /**
   * The largest amount that the processor charges in a currency, in minor units; absent: no limit. A plan is refused if its price is too
   * large for each of the organization's processors.
   */
  readonly maximum?: ((currency: CurrencyCode) => number) | undefined
  /** The processor's own card fields, if shoppers enter new cards in them; absent if our card frame encrypts what shoppers type. */
  readonly cardEntry?: HostedCardEntry | undefined
  /**
   * Describes the card behind a token of the processor's own fields; undefined for a token that is unknown or can no longer be charged.
   * Present if the processor accepts such tokens.
   */
  readonly describe?: ((token: string) => Promise<DescribedToken | undefined>) | undefined
  /**
   * Describes the present state of a stored card by its token, because the card's bank may have replaced the card; undefined if the method
   * is not a card or is no longer stored. Present if the processor keeps stored cards up to date.
   */
  readonly describeStored?: ((token: string) => Promise<DescribedToken | undefined>) | undefined
  /**
   * Charges or authorizes money, or verifies a method with amount 0. Like `capture`, `void` and `refund`, it returns `taken` if the
   * reference belongs to another request.
   */
  authorize(request: AuthorizeRequest): Promise<ProcessorOutcome>
  /** Present if stored methods belong to the processor's records of customers. */
  readonly customers?: CustomerRecords | undefined
  /** Present if some or all charges are made in two steps; `authorize` is not called for these charges. */
  readonly twoSteps?: TwoSteps | undefined
  /** Captures authorized money, once; `failed` if nothing is authorized under the transaction. */
  capture(request: CaptureRequest): Promise<ProcessorOutcome>
  /** Voids an authorization; `failed` if it was already captured or voided. */
  void(request: VoidRequest): Promise<ProcessorOutcome>
  /**
   * Refunds money, in total never more than was captured; `failed` if nothing is left to refund. If an accepted refund fails later, its
   * money can be refunded again.
   */
  refund(request: RefundRequest): Promise<ProcessorOutcome>
  /**
   * Returns the present outcome of a reference, with the approved amount; `undefined` if the processor has never seen it. For an
   * authorization, the outcome includes whether the money has since been captured or released, even by hand in the processor's dashboard. A
   * reversed refund is `failed`. A charge that is only prepared counts as not seen.
   */
  lookUp(reference: string, known?: KnownCall): Promise<ProcessorOutcome | undefined>
  /**
   * Makes sure that a reference which the processor has not seen can never move money. A charge that waits for the shopper ends as
   * `abandoned`. If the processor has seen the reference, returns its outcome like `lookUp`; otherwise `failed` or undefined.
   */
  close(reference: string, known?: KnownCall): Promise<FinalOutcome | undefined>
  /**
   * Returns the states of captured transactions; a transaction that is missing from the result is in transit. A transaction that cannot be
   * queried is `rejected`, so that the others still get an answer.
   */
  settlements(transactionIds: readonly string[]): Promise<readonly Settlement[]>
  /**
   * Returns the states of accepted refunds, by the processor's ids of the refunds; a refund that is missing from the result is unchanged. A
   * refund that cannot be queried is `rejected`. `at` is the billing clock, which only a processor without its own clock uses.
   */
  refunds(transactionIds: readonly string[], at: Timestamp): Promise<readonly RefundNews[]>
  /**
   * Lists everything that moved or holds money since a moment of the processor's own clock: every approved charge, capture and refund under
   * one of our references, including pending refunds. Each appears once, the oldest first, on as many pages as needed. It leaves out
   * verifications, reversed refunds and transactions of other systems in the same account. A transaction that is in flight during the call
   * may be missing.
   */
  list(since: Timestamp, page?: string): Promise<TransactionPage>
  /**
   * Returns what happened to our charges, outside this server, since a moment of the processor's own clock, on as many pages as needed:
   * every opened dispute in its present state, every refund that has none of our references and was not reversed, and every fraud warning.
   * Some entries may be repeated, older, or about charges that are not ours. `at` is the billing clock, which only a processor without its
   * own clock uses.
   */
  news(since: Timestamp, at: Timestamp, page?: string): Promise<NewsPage>
  /**
   * Parses a notification that this server received; `now` is wall-clock time. Parsing sends no request. The server trusts no facts of a
   * notification; it only queries the processor about them. Absent if the processor sends no notifications, or if there is no secret to
   * verify them.
   */
  readonly parseNotification?:
    | ((rawBody: string, headers: Readonly<Record<string, string>>, now: Timestamp) => ParsedNotification)
    | undefined
  /**
   * Returns the movements of the account's balance on a day of the processor's own clock, YYYY-MM-DD in UTC, and the day's payouts, on as
   * many pages as needed. Movements are captured charges, refunds, disputes and fees, including those of other systems that use the same
   * account. Charges have the same ids as in `authorize`, refunds as in `refund`.
   */
  reconcile(day: string, page?: string): Promise<BookedPage>
  /**
   * Deletes an erased customer as far as the processor's bookkeeping allows. The processor then never charges the customer's stored
   * methods. A repeated call, or one for an unknown customer, does nothing. If the call fails, it throws, and the server repeats it later.
   */
  forget(customer: ForgottenCustomer): Promise<void>
  /**
   * Deletes a stored method by its token. The processor then never charges the method. A repeated call, or one with an unknown token, does
   * nothing. If the call fails, it throws, and the server repeats it later.
   */
  detach(token: string): Promise<void>
  /**
   * Returns the present states of disputes, by the processor's ids; a dispute that cannot be queried is left out. `at` is the billing
   * clock, as in `news`.
   */
  disputes(disputeIds: readonly string[], at: Timestamp): Promise<readonly ProcessorDispute[]>
}
