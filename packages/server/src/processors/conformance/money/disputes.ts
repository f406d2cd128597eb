import { describe, expect, test } from 'vitest'
import type { Processor, ProcessorDispute } from '../../processor.ts'
import { readAllPages, aRefund } from '../processor-requests.ts'

/** Numbers of cards whose charges are disputed within two days; the dispute is decided within a month. */
export interface DisputedCards {
  /** A card whose dispute the bank decides for the payer. */
  readonly lost: string
  /** A card whose dispute the bank decides for the merchant. */
  readonly won: string
  /** A card about whose charge the bank only inquires; null if no card leads to an inquiry. */
  readonly inquiry: string | null
}

/** Tests what a processor's port promises about disputes. `payAndCapture` charges a card and returns the captured transaction. */
export const testDisputes = (
  processor: () => Processor,
  payAndCapture: (number: string) => Promise<string>,
  { approves, lost, won, inquiry }: DisputedCards & { readonly approves: string },
): void => {
  const [twoDaysLater, monthLater] = ['2026-11-23T10:00:00.000Z', '2026-12-22T10:00:00.000Z']
  const longAgo = '2020-01-01T00:00:00.000Z'
  const disputeOf = async (transactionId: string): Promise<ProcessorDispute | undefined> => {
    const pages = await readAllPages((page) => processor().news(longAgo, twoDaysLater, page))
    return pages.flatMap(({ disputes }) => disputes).find((dispute) => dispute.transactionId === transactionId)
  }
  const stateOf = async ({ disputeId }: ProcessorDispute, at: string) =>
    (await processor().disputes([disputeId, 'no such dispute'], at)).map(({ status }) => status)
  const refund = (transactionId: string, at: string) => processor().refund({ ...aRefund(transactionId), at })

  test('is in the news with its charge and its sum, and an undisputed charge is not', async () => {
    const [disputed, good] = [await payAndCapture(lost), await payAndCapture(approves)]

    expect(await disputeOf(disputed)).toMatchObject({
      disputeId: expect.stringMatching(/./),
      transactionId: disputed,
      amount: 999,
      currency: 'EUR',
      status: 'needs_response',
    })
    expect(await disputeOf(good)).toBeUndefined()
  })

  test.each([
    ['lost', lost],
    ['won', won],
  ] as const)('withdraws its money until it is %s', async (end, number) => {
    const transactionId = await payAndCapture(number)
    const dispute = (await disputeOf(transactionId))!

    const meanwhile = await refund(transactionId, twoDaysLater)
    const open = await stateOf(dispute, twoDaysLater)
    const decided = await stateOf(dispute, monthLater)

    expect(meanwhile).toMatchObject({ kind: 'failed' })
    expect([open, decided]).toEqual([['needs_response'], [end]])
    expect(await refund(transactionId, monthLater)).toMatchObject({ kind: end === 'won' ? 'approved' : 'failed' })
  })

  describe.runIf(inquiry !== null)('that is only a question', () => {
    test('withdraws nothing, and ends', async () => {
      const transactionId = await payAndCapture(inquiry!)
      const dispute = (await disputeOf(transactionId))!

      expect(dispute.status).toBe('inquiry')
      expect(await refund(transactionId, twoDaysLater)).toMatchObject({ kind: 'approved' })
      expect(await stateOf(dispute, monthLater)).toEqual(['inquiry_closed'])
    })
  })
}
