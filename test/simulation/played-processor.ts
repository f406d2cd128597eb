import type { Billing } from '#server/billing/billing.ts'
import type { Processor } from '#server/processors/processor.ts'
import type { Books } from './books.ts'
import type { Chance } from './chance.ts'
import type { ProcessLife } from './life.ts'
import type { PaymentMeans } from './payment-means.ts'
import type { Stage } from './stage.ts'

/** A processor in a simulated world. */
export interface PlayedProcessor {
  /** The processor without its network. */
  readonly processor: Processor
  /** The processor as a server process reaches it over the network. The process may end during the call. */
  reach(life: ProcessLife, takeTurn: () => Promise<void>): Processor
  /** A second connection, if there is one: the processor without its network, and the same processor behind its network. */
  readonly second?: { readonly processor: Processor; readonly behindNetwork: Processor }
  /** Adds the processor's ledger entries to books that lack them. */
  complete(books: Books): Books
  /** Chooses what a shopper pays with. */
  chooseMeans(): PaymentMeans
  /** Lets a shopper answer on the page to which the processor has sent them. */
  answer(asked: AttemptAwaitingShopper, answer: ShoppersAnswer): Promise<void>
  readonly cards: CardsInShops
  /** Lets a server query the processor for what happened there without a request of ours. */
  hearNews?(billing: Billing): Promise<unknown>
  /** Further violations at this time, a sentence each. */
  violations(books: Books): readonly string[]
  /** Further violations once every call has its outcome. */
  violationsOfFinished(books: Books): readonly string[]
  /** The rounds in which everything is finished. */
  readonly end: FinishRounds
  /** Called when the network is good from now on and only servers still act. */
  calm(): void
}

/** The rounds in which servers finish everything. */
export interface FinishRounds {
  /** Wall-clock seconds before each round, until the outcome of every call is known. */
  readonly pauses: readonly number[]
  /** Whether both sides agree as soon as the calls are finished, because the processor's ledger changes only when it is queried. */
  readonly agreesAtOnce: boolean
  /** How many days follow until every refund has its outcome. */
  readonly days: number
}

/** An attempt that waits for its shopper to act elsewhere. */
export interface AttemptAwaitingShopper {
  readonly processorKey: string
  readonly preparedId: string | null
}

/** A shopper's answer to their bank. */
export type ShoppersAnswer = 'passed' | 'failed' | 'cancelled'

/** The numbers of the cards that a shop's customers have stored. */
export interface CardsInShops {
  readonly stored: readonly string[]
  /** A card that is captured a moment after its authorization, if the processor has one; otherwise another card. */
  readonly capturedLater: string
}

/** The parts of a world that its processor uses. */
export interface WorldAccess {
  readonly stage: Stage
  readonly chance: Chance
  /** Whether the network is good. */
  isCalm(): boolean
  note(what: string): void
  /** Called before every operation that may write to the processor's ledger. */
  noteWrite(): void
  /** The billing clock in milliseconds since 1970. */
  billingNow(): number
}
