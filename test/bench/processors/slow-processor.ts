import { setTimeout as wait } from 'node:timers/promises'
import type { Processor } from '#server/processors/processor.ts'
import { instantProcessor } from './instant-processor.ts'

/** The processor that approves everything, but answers a charge only after so many milliseconds, as one across a network does. */
export const slowProcessor = (millis: number): Processor => ({
  ...instantProcessor,
  async authorize(request) {
    await wait(millis)
    return instantProcessor.authorize(request)
  },
})
