import { describeProcessor } from '@billing-checkout/server/processor/conformance'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { disputeLost, disputeWon, goodCard, refundFails, refundsLater } from './cards.ts'
import { notificationOf } from './notifications.ts'
import { ownProcessor } from './own-processor.ts'

const processor = ownProcessor(['its secret', 'its former secret'])

describeProcessor(
  'the processor of the example',
  {
    approves: goodCard,
    declines: '4000000000000002',
    holds: goodCard,
    refundsLater,
    refundFails,
    disputed: { lost: disputeLost, won: disputeWon, inquiry: null },
    refundElsewhere: (sum) => processor.refundElsewhere(sum),
    notify: ({ id, about, at, signedWith }) => notificationOf(id, about === null ? [] : [about], signedWith, at),
    tokenize: (number) => processor.tokenize(number),
    challenges: null,
    wallets: null,
  },
  async () => processor,
)

test('the processor of the example has under 135 lines', () => {
  const source = readFileSync(new URL('own-processor.ts', import.meta.url), 'utf8')

  expect(source.trimEnd().split('\n').length).toBeLessThan(135)
})
