import type { CurrencyCode, PaymentMethodType } from '@billing-checkout/contract'
import type { Timestamp } from '@billing-checkout/domain'
import type { BookedPage } from './reports/booked-day.ts'
import type { DescribedToken, HostedCardEntry } from './cards/card-entry.ts'
import type { ForgottenCustomer } from './customers/forgotten-customer.ts'
import type { TransactionPage } from './reports/listed-transactions.ts'
import type { NewsPage, ParsedNotification, ProcessorDispute } from './reports/news.ts'
import type { CustomerRecords } from './customers/customer-records.ts'
import type { FinalOutcome, ProcessorOutcome } from './outcome.ts'
import type { AuthorizeRequest, CaptureRequest, KnownCall, RefundRequest, VoidRequest } from './requests.ts'

export type { BookedMovement, BookedPage, Payout } from './reports/booked-day.ts'
export type { DescribedToken, HostedCardEntry, HostedSources } from './cards/card-entry.ts'
export type { ChargedCustomer, CustomerRecords, MadeCustomer } from './customers/customer-records.ts'
export type { ForgottenCustomer } from './customers/forgotten-customer.ts'
export type { FoundRefund, FraudWarning, NewsPage, ParsedNotification, ProcessorDispute } from './reports/news.ts'
export type { ListedTransaction, TransactionPage } from './reports/listed-transactions.ts'
export type { FinalOutcome, LearntMethod, ProcessorFacts, ProcessorOutcome, ShopperAction } from './outcome.ts'
export type {
  AuthenticationWish,
  AuthorizeRequest,
  CaptureRequest,
  ChargedMethod,
  EarlierPayment,
  KnownCall,
  RefundRequest,
  ShopperBrowser,
  TypedCard,
  VoidRequest,
} from './requests.ts'

/** A charge that waits to be executed, or how it ended without that. */
export type Prepared =
  | {
      readonly kind: 'prepared'
      /** The processor's own id of the transaction that will move the money. */
      readonly transactionId: string
    }
  | { readonly kind: 'ended'; readonly outcome: ProcessorOutcome }

/**
 * Charges in two steps, so that the server knows the processor's own id of a charge before its money can move. After a crash the server
 * reads or closes that transaction and need not search for it.
 */
export interface TwoSteps {
  /** Whether a charge is made in two steps; if absent, each is. It looks at nothing but the request. */
  appliesTo?(request: AuthorizeRequest): boolean
  /** Makes a charge ready and moves nothing. Repeated while keys are recognised, it answers the same transaction. */
  prepare(request: AuthorizeRequest): Promise<Prepared>
  /**
   * Charges what was prepared, once however often it is called. The server calls it only after the transaction's id is committed, and
   * only while it still holds the charge. Answers as `authorize` does; `failed` for what was closed.
   */
  execute(request: AuthorizeRequest, transactionId: string): Promise<ProcessorOutcome>
}

/**
 * The state of captured money that is due to the merchant: it has arrived, it never will, it is still in transit, or the processor
 * rejects the query about this transaction.
 */
export interface Settlement {
  readonly transactionId: string
  readonly state: 'settled' | 'failed' | 'pending' | 'rejected'
  /** Why it is rejected. */
  readonly message?: string
}

/**
 * The state of an accepted refund: it has arrived, it failed or was taken back so that the money is the merchant's again, it is
 * still in transit, or the processor rejects the query about this refund. One that has arrived may fail later.
 */
export interface RefundNews {
  /** The processor's own id of the refund. */
  readonly transactionId: string
  readonly state: 'succeeded' | 'failed' | 'pending' | 'rejected'
  /** Why it failed, or is rejected. */
  readonly message?: string
}

/**
 * A company that moves money.
 *
 * The caller guarantees: one reference per intended movement, repeated unchanged after a crash; calls made outside any
 * database transaction; card data passed once and never again; `authorize` repeated only before it was answered with
 * `action_required`, afterwards the caller looks up; if no shopper is there to act, the caller closes the reference.
 *
 * An adapter guarantees: the same reference and request move money at most once and answer alike; every refusal, time-out
 * and outage comes back as an outcome, not as an exception; an answer within `timeoutSeconds`; card numbers and security
 * codes in no log, error or stored row.
 */
export interface Processor {
  readonly id: string
  readonly timeoutSeconds: number
  /** Seconds for which a repeated reference is recognised; a call is never repeated later than that. */
  readonly keyWindowSeconds: number
  /**
   * True when it stores no cards, so that a stored card is sent to it again from our vault. Otherwise its token is charged, and
   * no card number is ever stored here.
   */
  readonly needsCardNumber: boolean
  /** The kinds of payment method that it can charge. */
  readonly methodKinds: readonly PaymentMethodType[]
  /** The currencies that a kind is charged in, for those kinds that are not charged in every one. */
  readonly currenciesOfKinds?: Readonly<Partial<Record<PaymentMethodType, readonly CurrencyCode[]>>> | undefined
  /**
   * What every amount of a currency has to be a multiple of, in minor units, for those currencies in which it cannot charge every amount.
   * Any other amount is refused as `failed` before anything is sent.
   */
  readonly steps?: Readonly<Partial<Record<CurrencyCode, number>>> | undefined
  /**
   * The smallest amount of a currency that is charged, in minor units; absent: about half a US dollar, by the server's own rule. A
   * smaller renewal is carried forward to the next one.
   */
  readonly minimum?: Readonly<Partial<Record<CurrencyCode, number>>> | undefined
  /** The largest amount of a currency that it charges, in minor units; absent: any. A plan with a larger price is refused. */
  readonly maximum?: ((currency: CurrencyCode) => number) | undefined
  /** Its own card fields, if new cards are entered in those; absent if the card frame seals what is typed. */
  readonly cardEntry?: HostedCardEntry | undefined
  /**
   * What is known of a card behind a token of its own fields; undefined for a token that it does not know or that can no longer be
   * charged. Present if it takes such tokens.
   */
  readonly describe?: ((token: string) => Promise<DescribedToken | undefined>) | undefined
  /**
   * What a stored card is now, by its token: its bank may have replaced it; undefined if it is not a card or is no longer stored. Present
   * if the processor keeps stored cards up to date.
   */
  readonly describeStored?: ((token: string) => Promise<DescribedToken | undefined>) | undefined
  /**
   * Charges or authorizes money, or verifies a method with amount 0. Answers `taken`, as the next three do, when the reference
   * belongs to another request.
   */
  authorize(request: AuthorizeRequest): Promise<ProcessorOutcome>
  /** Present if stored methods belong to records of their customers. */
  readonly customers?: CustomerRecords | undefined
  /** Present if charges, or some of them, are made in two steps; those never come to `authorize`. */
  readonly twoSteps?: TwoSteps | undefined
  /** Captures authorized money, once; `failed` when nothing is authorized under the transaction. */
  capture(request: CaptureRequest): Promise<ProcessorOutcome>
  /** Voids an authorization; `failed` when it was captured or voided already. */
  void(request: VoidRequest): Promise<ProcessorOutcome>
  /**
   * Refunds money, together never more than was captured; `failed` when nothing is left to refund. A refund that failed after it
   * was accepted leaves its money to be refunded again.
   */
  refund(request: RefundRequest): Promise<ProcessorOutcome>
  /**
   * The present state of a reference, with the sum that was approved; `undefined` when the processor has never seen it. For an
   * authorization that includes whether its money was captured or released since, also in the processor's dashboard; a refund that
   * was taken back is `failed`. A charge that is only prepared was not seen.
   */
  lookUp(reference: string, known?: KnownCall): Promise<ProcessorOutcome | undefined>
  /**
   * Makes sure that a reference which was not seen so far can never move money, and that one which waits for the shopper ends as
   * abandoned. Answers the outcome if it was seen, as `lookUp` does.
   */
  close(reference: string, known?: KnownCall): Promise<FinalOutcome | undefined>
  /**
   * The states of captured transactions; one that is left out is still in transit. A transaction that cannot be queried is `rejected`,
   * so that the others still get an answer.
   */
  settlements(transactionIds: readonly string[]): Promise<readonly Settlement[]>
  /**
   * The states of accepted refunds, by their own ids, at a moment of the billing clock, which only a processor without a clock of
   * its own goes by; one that is left out is unchanged. A refund that cannot be queried is `rejected`.
   */
  refunds(transactionIds: readonly string[], at: Timestamp): Promise<readonly RefundNews[]>
  /**
   * Everything that moved or holds money since a moment of the processor's own clock: every approved charge, capture and refund
   * under a reference of ours, each once, oldest first, on as many pages as it takes; pending refunds, too. Verifications, refunds
   * that were taken back and what others do through the same account are left out. A transaction in flight at that moment may be missing.
   */
  list(since: Timestamp, page?: string): Promise<TransactionPage>
  /**
   * What others did to our charges since a moment of the processor's own clock, each once or more often, on as many pages as it
   * takes: every dispute that was opened, as it is now, every refund that was made under no reference of ours and was not taken back,
   * and every warning of a fraud. It may contain older ones, and those of charges that are not ours. `at` is the billing clock, which
   * only a processor without a clock of its own uses.
   */
  news(since: Timestamp, at: Timestamp, page?: string): Promise<NewsPage>
  /**
   * Reads a notification that this server received, `now` by the wall clock. It sends nothing. The server trusts a notification only as a
   * reason to query the processor. Absent if the processor sends none, or was given no secret to check them by.
   */
  readonly parseNotification?:
    | ((rawBody: string, headers: Readonly<Record<string, string>>, now: Timestamp) => ParsedNotification)
    | undefined
  /**
   * What it has counted in the balance of its account on a day of its own clock, YYYY-MM-DD in UTC, on as many pages as it takes: captured
   * charges, refunds and disputes with what each cost, those of others who use the same account included. A charge is named as `authorize`
   * names it, a refund as `refund` does.
   */
  reconcile(day: string, page?: string): Promise<BookedPage>
  /**
   * Forgets an erased customer as far as its books may, and no longer charges their stored methods. Forgetting again, or what it never
   * knew, changes nothing. It throws if it could not, and the server calls it again later.
   */
  forget(customer: ForgottenCustomer): Promise<void>
  /**
   * Forgets a stored method by its token, and no longer charges it. Detaching again, or what it never stored, changes nothing. It throws
   * if it could not, and the server calls it again later.
   */
  detach(token: string): Promise<void>
  /** The present states of disputes, by their own ids; one that cannot be queried is left out. `at` is as for `news`. */
  disputes(disputeIds: readonly string[], at: Timestamp): Promise<readonly ProcessorDispute[]>
}
