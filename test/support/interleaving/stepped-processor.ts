import type { Processor } from '#server/processors/processor.ts'
import type { StepControl } from './step-control.ts'

/** A processor as one story sees it: the times before and after every call are steps. */
export const steppedProcessor = (processor: Processor, steps: StepControl): Processor =>
  new Proxy(processor, {
    get: (inner, name: keyof Processor) => {
      const member: unknown = Reflect.get(inner, name)
      if (typeof member !== 'function') return member
      return async (...asked: unknown[]): Promise<unknown> => {
        await steps.take(`call ${name}`, Promise.resolve())
        const answer: unknown = await member.apply(inner, asked)
        await steps.take(`answer of ${name}`, Promise.resolve())
        return answer
      }
    },
  })
