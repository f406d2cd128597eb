import type { Processor, ProcessorOutcome } from '#server/processors/processor.ts'

/** A fault before a request reaches a processor, inside the processor, or before its answer arrives. */
export type Fault =
  | 'none'
  | 'slow'
  | 'never arrives'
  | 'arrives late'
  | 'answer lost'
  | 'delivered twice'
  | 'breaks before'
  | 'breaks after'
  | 'refuses'
  | 'lets nobody in'
  | 'cannot be reached'
  | 'taken'

/** The operations of a processor that can have faults. */
export type ProcessorOperation =
  | 'authorize'
  | 'verify'
  | 'capture'
  | 'void'
  | 'refund'
  | 'settlements'
  | 'refunds'
  | 'lookUp'
  | 'close'
  | 'list'

/** Decides the faults, and lets time pass. */
export interface FaultPlan {
  faultOf(operation: ProcessorOperation, reference: string): Fault
  /** Waits for this many seconds. */
  pass(seconds: number): Promise<void>
  /** Calls `run` in this many seconds, even if the server that requested this has ended by then. */
  later(seconds: number, run: () => Promise<unknown>): void
}

/** A processor that never breaks its promises about money, behind a network that is unreliable. */
export const faultyProcessor = (inner: Processor, misfortune: FaultPlan): Processor => {
  /** A call that moves money, with its fault. `others` makes another call under the same reference. */
  const move = (
    operation: ProcessorOperation,
    reference: string,
    deliver: () => Promise<ProcessorOutcome>,
    others: () => Promise<unknown>,
  ) =>
    effects[misfortune.faultOf(operation, reference)](deliver, misfortune, {
      timeoutSeconds: inner.timeoutSeconds,
      refuse: async () => (await inner.close(reference)) ?? refused,
      others,
    })
  /** A call that moves no money: the processor answers it, or the call fails. */
  const ask = <Answer>(operation: ProcessorOperation, reference: string, deliver: () => Promise<Answer>) => {
    const fault = misfortune.faultOf(operation, reference)
    return fault === 'none' ? deliver() : Promise.reject(new Error(`503 (${fault})`))
  }
  return {
    ...inner,
    authorize: (request) =>
      move(
        request.amount === 0 ? 'verify' : 'authorize',
        request.reference,
        () => inner.authorize(request),
        () => inner.authorize({ ...request, amount: otherAmount(request) }),
      ),
    twoSteps: inner.twoSteps && {
      ...inner.twoSteps,
      execute: (request, transactionId) =>
        move(
          request.amount === 0 ? 'verify' : 'authorize',
          request.reference,
          () => inner.twoSteps!.execute(request, transactionId),
          () => inner.authorize({ ...request, amount: otherAmount(request) }),
        ),
    },
    // A capture of less than the authorized amount is refused. Its reference is then used up, and the money stays authorized.
    capture: (request) =>
      move(
        'capture',
        request.reference,
        () => inner.capture(request),
        () => inner.capture({ ...request, amount: Math.ceil(request.amount / 2) }),
      ),
    void: (request) =>
      move(
        'void',
        request.reference,
        () => inner.void(request),
        () => inner.void({ ...request, transactionId: 'of somebody else' }),
      ),
    refund: (request) =>
      move(
        'refund',
        request.reference,
        () => inner.refund(request),
        () => inner.refund({ ...request, amount: Math.ceil(request.amount / 2) }),
      ),
    lookUp: (reference, known) => ask('lookUp', reference, () => inner.lookUp(reference, known)),
    settlements: (ids) => ask('settlements', ids.join(' '), () => inner.settlements(ids)),
    refunds: (ids, at) => ask('refunds', ids.join(' '), () => inner.refunds(ids, at)),
    list: (since, page) => ask('list', `since ${since}`, () => inner.list(since, page)),
    close: (reference, known) => ask('close', reference, () => inner.close(reference, known)),
  }
}

/**
 * Another amount than requested: more, less, or for a verification anything above zero. For one reference, the amount is always the same.
 */
const otherAmount = ({ reference, amount }: { readonly reference: string; readonly amount: number }): number => {
  if (amount === 0) return 500
  return reference.charCodeAt(reference.length - 1) % 2 === 0 ? amount + 500 : Math.ceil(amount / 2)
}

const lost: ProcessorOutcome = { kind: 'unknown', message: 'The processor did not answer in time.' }

type Effect = (
  deliver: () => Promise<ProcessorOutcome>,
  misfortune: FaultPlan,
  how: FaultOptions,
) => Promise<ProcessorOutcome>

interface FaultOptions {
  readonly timeoutSeconds: number
  /** Makes the processor refuse this call and later ones under its reference. Returns the refusal, or the outcome of an earlier call. */
  refuse(): Promise<ProcessorOutcome>
  /** Makes another call under the same reference, like a server whose database has since lost that call. */
  others(): Promise<unknown>
}

const refused: ProcessorOutcome = { kind: 'failed', message: 'The processor would not.' }

const effects: Readonly<Record<Fault, Effect>> = {
  none: (deliver) => deliver(),
  async slow(deliver, { pass }, { timeoutSeconds }) {
    await pass(timeoutSeconds / 2)
    return deliver()
  },
  async 'never arrives'(_, { pass }, { timeoutSeconds }) {
    await pass(timeoutSeconds)
    return lost
  },
  async 'arrives late'(deliver, { pass, later }, { timeoutSeconds }) {
    later(timeoutSeconds * 5, deliver)
    await pass(timeoutSeconds)
    return lost
  },
  async 'answer lost'(deliver, { pass }, { timeoutSeconds }) {
    await deliver()
    await pass(timeoutSeconds)
    return lost
  },
  async 'delivered twice'(deliver) {
    await deliver()
    return deliver()
  },
  async 'breaks before'() {
    throw new Error('502 Bad Gateway')
  },
  async 'breaks after'(deliver) {
    await deliver()
    throw new Error('502 Bad Gateway')
  },
  'lets nobody in': async () => ({ kind: 'failed', message: '401', lockedOut: true }),
  'cannot be reached': async () => ({ kind: 'unknown', message: 'Connection refused.', notSent: true }),
  refuses: (_deliver, _misfortune, { refuse }) => refuse(),
  async taken(deliver, _misfortune, { others }) {
    await others()
    return deliver()
  },
}
