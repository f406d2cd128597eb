import { expect, test } from 'vitest'
import type { AuthorizeRequest, Processor } from '../../processor.ts'
import { aCharge } from '../processor-requests.ts'

/** Makes a new token of a card, as the processor's own fields would. */
export type Tokenize = (number: string) => string | Promise<string>

/** Tests what a processor's port promises about tokens that its own fields make of cards. */
export const testTokensOfCards = (
  processor: () => Processor,
  cards: { readonly approves: string; readonly declines: string },
  tokenize: Tokenize | null,
): void => {
  test('is described if, and only if, the processor accepts tokens', () => {
    expect(processor().describe === undefined).toBe(tokenize === null)
  })
  if (tokenize === null) return

  const describe = (token: string) => processor().describe!(token)
  const charge = async (number: string): Promise<AuthorizeRequest> => ({
    ...aCharge(number),
    method: { kind: 'processor_token', token: await tokenize(number) },
  })

  test('is described before it is charged, without its number', async () => {
    const described = await describe(await tokenize(cards.approves))

    expect(described?.details).toMatchObject({ last4: cards.approves.slice(-4) })
    expect(JSON.stringify(described)).not.toContain(cards.approves)
  })

  test('of the same card is recognised if the processor identifies cards', async () => {
    const [one, same, other] = await Promise.all(
      [cards.approves, cards.approves, cards.declines].map(async (number) => describe(await tokenize(number))),
    )

    expect(one?.fingerprint).toBe(same?.fingerprint)
    expect(one?.fingerprint === null || one?.fingerprint !== other?.fingerprint).toBe(true)
  })

  test('that was never made is not described, and charges nothing', async () => {
    const { kind } = await processor().authorize({
      ...aCharge(cards.approves),
      method: { kind: 'processor_token', token: 'token_of_nobody' },
    })

    expect(await describe('token_of_nobody')).toBeUndefined()
    expect(['declined', 'failed']).toContain(kind)
  })

  test('is charged as the card that it stands for, once for each reference', async () => {
    const [good, bad] = [await charge(cards.approves), await charge(cards.declines)]
    const first = await processor().authorize(good)

    expect(first).toMatchObject({ kind: 'approved' })
    expect(await processor().authorize(good)).toEqual(first)
    expect(await processor().authorize(bad)).toMatchObject({ kind: 'declined' })
  })
}
