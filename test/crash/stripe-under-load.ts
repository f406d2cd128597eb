import { type FakeStripe, type FaultKind, startFakeStripe } from '@billing-checkout/stripe/testing'
import type { Books } from '../simulation/books.ts'
import { addStripeEntries } from '../simulation/stripe/fake-ledger.ts'
import { violationsOfFinishedStripe, violationsOfStripe } from '../simulation/stripe/violations-of-stripe.ts'

/** A fake of Stripe that outlives the servers that charge through it, and loses some of their requests. */
export interface StripeUnderLoad {
  /** The settings with which a server finds the fake. */
  readonly settings: Readonly<Record<string, string>>
  /** More seconds than the lease of any charge through the fake. */
  readonly leaseSeconds: number
  /** A card that was typed into Stripe's fields. */
  newCard(): object
  /** Loses nothing from now on. */
  calm(): void
  complete(books: Books): Books
  violations(books: Books): readonly string[]
  close(): Promise<void>
}

/** Starts a fake of Stripe with about two faults a second. */
export const startStripeUnderLoad = async (): Promise<StripeUnderLoad> => {
  const fake = await startFakeStripe({ latency: 15 })
  let waiting = 0
  const misfortune = setInterval(() => {
    // Each fault waits for its request. Too many waiting faults of a kind would hit every request.
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
    // Four calls of fifty seconds, and the reserve of a lease.
    leaseSeconds: 250,
    newCard: () => ({ processor_token: aCard(fake), connection: 'con_stripe' }),
    calm,
    complete: (books) => addStripeEntries(books, fake),
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

/** Faults of requests. No creation fails with `error_before`: Stripe would repeat the error under the same idempotency key for a day. */
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
