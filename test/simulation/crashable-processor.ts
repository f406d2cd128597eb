import type { AuthorizeRequest, Processor, ProcessorOutcome } from '#server/processors/processor.ts'
import type { ProcessLife } from './life.ts'
import type { MadeCall } from './made-call.ts'

/** What a request's calls to the processor need. */
export interface ProcessorSurroundings {
  turn(): Promise<void>
  /** Milliseconds since 1970. */
  now(): number
  /** Receives every call that may move money, when it is sent. */
  readonly calls: MadeCall[]
}

/** The processor as one request sees it: before and after each call about money, the request's process may end. */
export const crashableProcessor = (
  processor: Processor,
  life: ProcessLife,
  surroundings: ProcessorSurroundings,
): Processor => {
  const { turn, now, calls } = surroundings
  const within = async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    await turn()
    life.pass()
    const answer = await call()
    await turn()
    life.pass()
    return answer
  }
  /** Records a call when it is sent. After its outcome, also records whether a worker closed the call's reference too early. */
  const move = (request: { readonly reference: string }, call: () => Promise<ProcessorOutcome>) =>
    within(async () => {
      const { reference } = request
      const at = now()
      // If another worker took the attempt over while this server stood still, that worker closed the reference before this call. That is
      // not too early.
      const wasClosed = closed.has(reference)
      const made = { reference, at, hasOneTimeToken: hasOneTimeToken(request), closedTooEarly: false }
      const place = calls.push(made) - 1
      const outcome = await call()
      const inTime = now() - at < processor.timeoutSeconds * 1000
      calls[place] = {
        ...made,
        closedTooEarly: inTime && !wasClosed && closed.has(reference) && outcome.kind === 'failed',
      }
      return outcome
    })
  const closed = closedIn(calls)
  return {
    ...processor,
    authorize: (request) => move(request, () => processor.authorize(request)),
    twoSteps: processor.twoSteps && {
      ...processor.twoSteps,
      prepare: (request) => within(() => processor.twoSteps!.prepare(request)),
      execute: (request, transactionId) => move(request, () => processor.twoSteps!.execute(request, transactionId)),
    },
    capture: (request) => move(request, () => processor.capture(request)),
    void: (request) => move(request, () => processor.void(request)),
    refund: (request) => move(request, () => processor.refund(request)),
    lookUp: (reference, known) => within(() => processor.lookUp(reference, known)),
    close: (reference, known) =>
      within(() => {
        closed.add(reference)
        return processor.close(reference, known)
      }),
    settlements: (transactionIds) => within(() => processor.settlements(transactionIds)),
    refunds: (transactionIds, at) => within(() => processor.refunds(transactionIds, at)),
    list: (since, page) => within(() => processor.list(since, page)),
  }
}

const hasOneTimeToken = (request: object): boolean =>
  'method' in request && ['typed_card', 'wallet_token'].includes((request as AuthorizeRequest).method.kind)

const closings = new WeakMap<readonly MadeCall[], Set<string>>()

/** The closed references of the world to which these calls belong. */
const closedIn = (calls: readonly MadeCall[]): Set<string> => {
  const known = closings.get(calls) ?? new Set<string>()
  closings.set(calls, known)
  return known
}
