import { setTimeout as wait } from 'node:timers/promises'
import type { Processor } from '#server/processors/processor.ts'
import { instantProcessor } from './instant-processor.ts'

/** A processor that approves everything, but answers a charge only after some milliseconds, like one across a network. */
export const slowProcessor = (millis: number): Processor => ({
  ...instantProcessor,
  async authorize(request) {
    await wait(millis)
    return instantProcessor.authorize(request)
  },
})
