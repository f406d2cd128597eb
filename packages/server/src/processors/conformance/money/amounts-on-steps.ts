import type { CurrencyCode } from '@billing-checkout/contract'
import { expect, test } from 'vitest'
import type { AuthorizeRequest, RefundRequest, Processor } from '../../processor.ts'
import { aCharge, aRefund } from '../processor-requests.ts'

/**
 * Tests a processor's tables of amounts, and that the processor enforces its steps. `approves` is the number of a good card, and
 * `payAndCapture` makes a captured charge. Without steps, the tests about them are skipped.
 */
export const testAmountsOnSteps = (
  processor: () => Processor,
  approves: string,
  payAndCapture: (request: Partial<AuthorizeRequest>) => Promise<string>,
): void => {
  /** Each currency that has a step, its step, and an amount on a step that is above the minimum. */
  const stepped = () =>
    Object.entries(processor().steps ?? {}).map(([code, step]) => {
      const currency = code as CurrencyCode
      return { currency, step, amount: Math.ceil((processor().minimum?.[currency] ?? 0) / step) * step + 200 * step }
    })
  const refund = (transactionId: string, request: Partial<RefundRequest>) =>
    processor().refund({ ...aRefund(transactionId), ...request })

  test('the tables of amounts contain positive whole numbers of minor units', () => {
    for (const amount of Object.values({ ...processor().steps, ...processor().minimum })) {
      expect(amount).toSatisfy(Number.isInteger)
      expect(amount).toBeGreaterThan(0)
    }
  })

  test('an amount off the step of its currency is refused, and moves nothing', async ({ skip }) => {
    skip(stepped().length === 0, 'It charges every amount.')
    for (const { currency, amount } of stepped()) {
      const off = { ...aCharge(approves), currency, amount: amount + 1 }

      expect(await processor().authorize(off)).toMatchObject({ kind: 'failed' })
      expect([undefined, 'failed']).toContain((await processor().lookUp(off.reference))?.kind)
    }
  })

  test('an amount on the step is charged, and refunded in parts on the step, until nothing is left', async ({
    skip,
  }) => {
    skip(stepped().length === 0, 'It charges every amount.')
    for (const { currency, step, amount } of stepped()) {
      const charged = await payAndCapture({ currency, amount })

      const off = await refund(charged, { currency, amount: step + 1 })
      const part = await refund(charged, { currency, amount: step })
      const rest = await refund(charged, { currency, amount: amount - step })
      const more = await refund(charged, { currency, amount: step })

      expect([off, part, rest, more].map(({ kind }) => kind)).toEqual(['failed', 'approved', 'approved', 'failed'])
      expect(rest).toMatchObject({ approvedAmount: amount - step, approvedCurrency: currency })
    }
  })
}
