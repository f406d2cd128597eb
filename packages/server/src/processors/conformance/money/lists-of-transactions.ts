import { expect, test } from 'vitest'
import type { ListedTransaction, Processor } from '../../processor.ts'
import { aCapture, aCharge, readAllPages, aRefund, transactionOf } from '../processor-requests.ts'

/** Returns the transactions on all pages of a processor's list since a moment. */
export const listAllTransactions = async (processor: Processor, since: string): Promise<readonly ListedTransaction[]> =>
  (await readAllPages((page) => processor.list(since, page))).flatMap(({ transactions }) => transactions)

/** Tests what a processor's list of transactions promises. */
export const testListsOfTransactions = (
  processorNow: () => Processor,
  cards: { readonly approves: string; readonly declines: string; readonly holds: string | null },
): void => {
  const before = new Date(Date.now() - 60_000).toISOString()
  const list = () => listAllTransactions(processorNow(), before)

  test('has a charge, its capture if it has one, and its refund, each under its reference', async () => {
    const processor = processorNow()
    const charge = aCharge(cards.holds ?? cards.approves)
    const charged = transactionOf(await processor.authorize(charge))
    const capture = aCapture(charge, charged)
    const captured = cards.holds === null ? null : transactionOf(await processor.capture(capture))
    const refund = { ...aRefund(charged), amount: 1 }
    const refunded = transactionOf(await processor.refund(refund))

    const listed = await list()

    const { amount, currency } = charge
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    const references = [charge.reference, capture.reference, refund.reference]
    // Transactions of the same millisecond may be listed in any order, so compare them in the order of the references.
    const found = references.flatMap((each) => listed.filter(({ reference }) => reference === each))
    expect(found).toEqual([
      { reference: charge.reference, transactionId: charged, kind: 'authorize', amount, currency, at, of: null },
      ...(captured === null
        ? []
        : [
            {
              reference: capture.reference,
              transactionId: captured,
              kind: 'capture',
              amount,
              currency,
              at,
              of: charged,
            },
          ]),
      { reference: refund.reference, transactionId: refunded, kind: 'refund', amount: 1, currency, at, of: charged },
    ])
  })

  test('contains nothing that moved no money', async () => {
    const processor = processorNow()
    const declined = aCharge(cards.declines)
    const verified = { ...aCharge(cards.approves), amount: 0 }
    const held = aCharge(cards.holds ?? cards.approves)
    await processor.authorize(declined)
    await processor.authorize(verified)
    const voided = {
      ...aCapture(held, transactionOf(await processor.authorize(held))),
      reference: `${held.reference}v`,
    }
    if (cards.holds !== null) await processor.void(voided)
    await processor.close(`${held.reference}c`)

    const references = (await list()).map(({ reference }) => reference)

    expect(references).toContain(held.reference)
    for (const { reference } of [declined, verified, voided]) expect(references).not.toContain(reference)
    expect(references).not.toContain(`${held.reference}c`)
  })

  test('has everything once, in order of time, however many pages that takes', async () => {
    const processor = processorNow()
    const charges = Array.from({ length: 120 }, () => aCharge(cards.approves))
    await Promise.all(charges.map((charge) => processor.authorize(charge)))

    const listed = await list()

    const references = listed.map(({ reference }) => reference)
    expect(new Set(references).size).toBe(references.length)
    for (const { reference } of charges) expect(references).toContain(reference)
    expect(listed.map(({ at }) => at)).toEqual(listed.map(({ at }) => at).toSorted())
  })

  test('has nothing from before the requested moment', async () => {
    const processor = processorNow()
    await processor.authorize(aCharge(cards.approves))

    const later = new Date(Date.now() + 60_000).toISOString()

    expect(await listAllTransactions(processor, later)).toEqual([])
  })
}
