import { type FakeStripe, type FaultKind, startFakeStripe } from '@billing-checkout/stripe/testing'
import type { Books } from '../simulation/books.ts'
import { withLedger } from '../simulation/stripe/fake-ledger.ts'
import { violationsOfFinishedStripe, violationsOfStripe } from '../simulation/stripe/violations-of-stripe.ts'

/** A fake of Stripe that outlives the servers which charge through it, and loses some of their requests. */
export interface StripeUnderLoad {
  /** The settings by which a server finds it. */
  readonly settings: Readonly<Record<string, string>>
  /** Longer than any lease of a charge over it. */
  readonly leaseSeconds: number
  /** A card that was typed into Stripe's own fields. */
  newCard(): object
  /** From now on nothing is lost. */
  calm(): void
  complete(books: Books): Books
  violations(books: Books): readonly string[]
  close(): Promise<void>
}

/** Starts a fake of Stripe that faults befall about twice a second. */
export const startStripeUnderLoad = async (): Promise<StripeUnderLoad> => {
  const fake = await startFakeStripe({ latency: 15 })
  let waiting = 0
  const misfortune = setInterval(() => {
    // A fault waits for its request; too many of the same would befall everybody.
    if (fake.requests.length - waiting < 20) return
    waiting = fake.requests.length
    const [name, kind] = misfortunes[Math.floor(Math.random() * misfortunes.length)]!
    fake.faults.fail(name, kind)
  }, 100)
  const calm = () => {
    clearInterval(misfortune)
    for (const [name] of misfortunes) while (fake.faults.next(name) !== undefined);
  }
  return {
    settings: { STRIPE_AT: fake.url },
    // Four calls of fifty seconds, and what a lease adds.
    leaseSeconds: 250,
    newCard: () => ({ processor_token: aCard(fake), connection: 'con_stripe' }),
    calm,
    complete: (books) => withLedger(books, fake),
    violations: (books) => [...violationsOfStripe(fake), ...violationsOfFinishedStripe(fake, books)],
    async close() {
      calm()
      await fake.close()
    },
  }
}

const aCard = (fake: FakeStripe): string =>
  fake.addMethod(Math.random() < 0.1 ? 'pm_card_chargeDeclined' : 'pm_card_visa')

const create = 'POST /v1/payment_intents'
const confirm = 'POST /v1/payment_intents/:id/confirm'

/** Not an error that Stripe remembers for a request that was never made: that takes a day. */
const misfortunes: readonly (readonly [name: string, kind: FaultKind])[] = [
  [create, 'cut_before'],
  [create, 'cut_after'],
  [create, 'error_after'],
  [create, 'rate_limit'],
  [confirm, 'cut_before'],
  [confirm, 'cut_after'],
  [confirm, 'error_before'],
  [confirm, 'error_after'],
  ['POST /v1/customers', 'cut_after'],
  ['POST /v1/refunds', 'cut_after'],
  ['POST /v1/refunds', 'error_after'],
  ['GET /v1/payment_intents/:id', 'cut_before'],
  ['GET /v1/payment_intents', 'rate_limit'],
]
