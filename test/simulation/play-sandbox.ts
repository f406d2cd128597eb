import type { Processor } from '#server/processors/processor.ts'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import type { Database } from '#server/store/database.ts'
import { type Fault, faultyProcessor, type ProcessorOperation } from '../support/processors/faulty-processor.ts'
import { answerConfirmation, findConfirmationByReference } from '#server/processors/sandbox/confirmations.ts'
import { choosePaymentMeans } from './payment-means.ts'
import type { PlayedProcessor, WorldAccess } from './played-processor.ts'

/** Decides the fault of an operation, at a time in milliseconds since 1970. */
export type FaultOf = (operation: ProcessorOperation, reference: string, now: number) => Fault

/** The sandbox processor behind a network in which operations may fail. Its ledger is in the same database as our books. */
export const playSandbox = (database: Database, faultIn: FaultOf, access: WorldAccess): PlayedProcessor => {
  const { stage, chance, note } = access
  const processor = sandboxProcessor({ database })
  const faultOf = (operation: ProcessorOperation, reference: string): Fault => {
    const fault = access.isCalm() ? 'none' : faultIn(operation, reference, stage.now())
    if (fault !== 'none') note(`the processor: ${fault}`)
    // Charges and verifications are not noted here, because `countCoverage` finds them by their other amount in the ledger.
    if (fault === 'taken' && operation !== 'authorize' && operation !== 'verify')
      note(`${operation}: the reference was taken`)
    return fault
  }
  const overNetwork = (each: Processor) =>
    faultyProcessor(noteWrites(each, access.noteWrite), {
      faultOf,
      pass: (seconds) => stage.turn(seconds),
      later: (seconds, run) => stage.begin(async () => void (await run()), seconds),
    })
  const behindNetwork = overNetwork(processor)
  // A second account at the same processor.
  const second = { ...processor, id: secondConnection }
  return {
    processor,
    reach: () => behindNetwork,
    second: { processor: second, behindNetwork: overNetwork(second) },
    complete: (books) => books,
    chooseMeans: () => choosePaymentMeans(chance),
    async answer({ processorKey }, answer) {
      const confirmation = await findConfirmationByReference(database, processorKey)
      if (confirmation !== undefined) await answerConfirmation(database, confirmation, answer)
    },
    cards,
    violations: () => [],
    violationsOfFinished: () => [],
    end: { pauses: Array(5).fill(250), agreesAtOnce: true, days: 5 },
    calm() {},
  }
}

/** The id of the second connection. Only shops that route charges to it use it. */
export const secondConnection = 'second'

/** Cards that are approved; approved only on-session; captured a moment later; and whose capture fails. */
const cards = {
  stored: ['4242424242424242', '4242424242424242', '4000000000000341', '4000000000007775', '4000000000006660'],
  capturedLater: '4000000000007775',
}

/** The processor, which calls `note` before every operation that may write to its ledger. */
const noteWrites = (processor: Processor, note: () => void): Processor => {
  const noting =
    <Arguments extends readonly unknown[], Answer>(call: (...asked: Arguments) => Promise<Answer>) =>
    (...asked: Arguments): Promise<Answer> => {
      note()
      return call(...asked)
    }
  return {
    ...processor,
    authorize: noting(processor.authorize),
    twoSteps: processor.twoSteps && { ...processor.twoSteps, execute: noting(processor.twoSteps.execute) },
    capture: noting(processor.capture),
    void: noting(processor.void),
    refund: noting(processor.refund),
    // Querying a refund also writes its outcome.
    refunds: noting(processor.refunds),
    close: noting(processor.close),
  }
}
