import type { Billing } from '#server/billing/billing.ts'
import type { Processor } from '#server/processors/processor.ts'
import type { Books } from './books.ts'
import type { Chance } from './chance.ts'
import type { Life } from './life.ts'
import type { Means } from './means.ts'
import type { Stage } from './stage.ts'

/** A processor as a world plays it. */
export interface PlayedProcessor {
  /** Without its network. */
  readonly processor: Processor
  /** As a server process reaches it, over the network; its life may end during the call. */
  reach(life: Life, takeTurn: () => Promise<void>): Processor
  /** A second connection, if there is one: without its network, and over it. */
  readonly second?: { readonly processor: Processor; readonly behindNetwork: Processor }
  /** Puts what the processor has into books that lack it. */
  complete(books: Books): Books
  /** What a shopper pays with. */
  chooseMeans(): Means
  /** A shopper answers on the page that they were sent to. */
  answer(asked: AskedAttempt, answer: ShoppersAnswer): Promise<void>
  readonly cards: CardsInShops
  /** What else a server does from time to time: it asks what was done there without being asked for here. */
  hearNews?(billing: Billing): Promise<unknown>
  /** What else is wrong at a moment, a sentence each. */
  violations(books: Books): readonly string[]
  /** What else is still wrong once every call has its outcome. */
  violationsOfFinished(books: Books): readonly string[]
  /** How everything is finished in the end. */
  readonly end: EndOfPlay
  /** Called when the network is good from now on, and only servers still act. */
  calm(): void
}

/** The rounds in which servers finish everything. */
export interface EndOfPlay {
  /** Seconds of the wall clock before each round, until the outcome of every call is known. */
  readonly pauses: readonly number[]
  /** Whether the processor's ledger changes only by a query, so that both sides agree as soon as the calls are finished. */
  readonly agreesAtOnce: boolean
  /** How many days follow, in which refunds have news. */
  readonly days: number
}

/** An attempt for which a shopper has something to do elsewhere. */
export interface AskedAttempt {
  readonly processorKey: string
  readonly preparedId: string | null
}

/** What a shopper answers their bank. */
export type ShoppersAnswer = 'passed' | 'failed' | 'cancelled'

/** The numbers of cards that customers of a shop have stored. */
export interface CardsInShops {
  readonly stored: readonly string[]
  /** Captured a moment after it was authorized, where the processor has such. */
  readonly capturedLater: string
}

/** What a world lends to the processor that is played in it. */
export interface Lent {
  readonly stage: Stage
  readonly chance: Chance
  /** Whether the network is good. */
  isCalm(): boolean
  note(what: string): void
  /** Called after everything that may have moved money. */
  noteWrite(): void
  /** The billing clock in milliseconds since 1970. */
  billingNow(): number
}
