import { sandboxProcessor } from '../../packages/server/src/processors/sandbox/sandbox-processor.ts'
import { describeEachDatabase } from '../support/databases.ts'
import { goodCard, inMemoryProcessor } from '../support/in-memory-processor.ts'
import { describeProcessor } from './processor-conformance.ts'

describeEachDatabase('over a database', (open) => {
  describeProcessor('the sandbox processor', { approves: '4242424242424242', declines: '4000000000000002' }, async () =>
    sandboxProcessor({ database: (await open()).db }),
  )
})

describeProcessor('the processor in memory', { approves: goodCard, declines: '4000000000000002' }, async () =>
  inMemoryProcessor(),
)
