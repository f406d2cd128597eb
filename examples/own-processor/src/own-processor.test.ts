import { describeProcessor } from '@billing-checkout/server/processor/conformance'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { goodCard, ownProcessor, refundFails, refundsLater } from './own-processor.ts'

describeProcessor(
  'the processor of the example',
  {
    approves: goodCard,
    declines: '4000000000000002',
    holds: goodCard,
    refundsLater,
    refundFails,
    challenges: null,
    wallets: null,
  },
  async () => ownProcessor(),
)

test('the processor of the example has under 130 lines', () => {
  const source = readFileSync(new URL('own-processor.ts', import.meta.url), 'utf8')

  expect(source.trimEnd().split('\n').length).toBeLessThan(130)
})
