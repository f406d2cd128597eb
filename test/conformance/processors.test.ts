import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sandboxProcessor } from '../../packages/server/src/processors/sandbox/sandbox-processor.ts'
import { describeEachDatabase } from '../support/databases.ts'
import { goodCard, ownProcessor } from '../../examples/own-processor/src/own-processor.ts'
import { describeProcessor } from './processor-conformance.ts'

describeEachDatabase('over a database', (open) => {
  describeProcessor(
    'the sandbox processor',
    {
      approves: '4242424242424242',
      declines: '4000000000000002',
      holds: '4000000000007775',
      challenges: '4000000000003220',
    },
    async () => sandboxProcessor({ database: (await open()).db }),
  )
})

describeProcessor(
  'the processor of the example',
  { approves: goodCard, declines: '4000000000000002', holds: goodCard, challenges: null },
  async () => ownProcessor(),
)

test('the processor of the example has under 100 lines', () => {
  const source = readFileSync(new URL('../../examples/own-processor/src/own-processor.ts', import.meta.url), 'utf8')

  expect(source.trimEnd().split('\n').length).toBeLessThan(100)
})
