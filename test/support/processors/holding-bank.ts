import { expect } from 'vitest'
import type { AuthorizeRequest, Processor } from '#server/processors/processor.ts'

/**
 * A processor whose answers can be held back, so that many arrive in the same turn of the event loop. It approves the cards of {@link
 * aNewCard}.
 */
export interface HoldingBank {
  readonly processor: Processor
  /** How many charges the processor has received. */
  readonly received: () => number
  /** Holds back the answers to charges until `release` is called. */
  readonly hold: () => void
  /** Resolves when this many answers are held back. */
  readonly waitForHeld: (count: number) => Promise<void>
  readonly release: () => void
}

/** Wraps the sandbox's processor into a holding bank. */
export const holdingBank = (sandbox: Processor): HoldingBank => {
  let received = 0
  let held = 0
  let open = Promise.withResolvers<void>()
  open.resolve()
  return {
    processor: {
      ...sandbox,
      async authorize(request) {
        received += 1
        const answer = await sandbox.authorize(withKnownCard(request))
        held += 1
        await open.promise
        held -= 1
        return answer
      },
    },
    received: () => received,
    hold: () => void (open = Promise.withResolvers()),
    async waitForHeld(count) {
      await expect.poll(() => held, { timeout: 20_000 }).toBe(count)
    },
    release: () => open.resolve(),
  }
}

let cards = 0

/** The number of a card that no test has used. */
export const aNewCard = (): string => {
  const digits = `424242${String(++cards).padStart(9, '0')}`
  const sum = [...digits].reduce((total, digit, place) => {
    const doubled = place % 2 === 0 ? Number(digit) * 2 : Number(digit)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

/** The request with the sandbox's approved card in place of a new card, which the sandbox does not know. */
export const withKnownCard = (request: AuthorizeRequest): AuthorizeRequest =>
  request.method.kind === 'typed_card' && request.method.card.number.startsWith('424242')
    ? { ...request, method: { ...request.method, card: { ...request.method.card, number: '4242424242424242' } } }
    : request
