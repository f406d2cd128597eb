import type { ProcessorDispute, ProcessorOutcome, AuthorizeRequest, Processor } from '#server/processors/processor.ts'
import { sandboxProcessor } from '#server/processors/sandbox/sandbox-processor.ts'
import type { Database } from '#server/store/database.ts'

/** How a customer's bank answers charges. */
export type BankBehavior = 'approves' | 'declines' | 'declines for good' | 'fails'

/** The sandbox processor with banks that a law controls. */
export interface Bank {
  readonly processor: Processor
  /** The mood of each customer's bank. A bank without a mood approves. */
  readonly moods: Map<string, BankBehavior>
  /** Customers for whose charges the processor gives no outcome. */
  readonly silent: Set<string>
  /** Transactions whose money never arrives. */
  readonly lost: Set<string>
  readonly disputes: Map<string, ProcessorDispute>
  /** Stores the current state of the banks, and returns a function that restores that state. */
  remember(): () => void
}

/** Opens the banks on a database, in which the sandbox processor stores its ledger. */
export const openBank = (database: Database): Bank => {
  const sandbox = sandboxProcessor({ database })
  const outcomes = new Map<string, { readonly customer: string; readonly outcome: ProcessorOutcome }>()
  const moods = new Map<string, BankBehavior>()
  const silent = new Set<string>()
  const lost = new Set<string>()
  const disputes = new Map<string, ProcessorDispute>()
  const processor: Processor = {
    ...sandbox,
    async authorize(request) {
      const customer = request.customer?.id ?? ''
      const outcome = await decide(sandbox, request, moods.get(customer) ?? 'approves')
      outcomes.set(request.reference, { customer, outcome })
      return silent.has(customer) ? unknown : outcome
    },
    async lookUp(reference, known) {
      const remembered = outcomes.get(reference)
      if (remembered !== undefined && silent.has(remembered.customer)) return unknown
      return remembered !== undefined && remembered.outcome.kind !== 'approved'
        ? remembered.outcome
        : sandbox.lookUp(reference, known)
    },
    async settlements(ids) {
      const settled = await sandbox.settlements(ids)
      return settled.map((each) => (lost.has(each.transactionId) ? { ...each, state: 'failed' } : each))
    },
    async news(since, at, page) {
      const news = await sandbox.news(since, at, page)
      return { ...news, disputes: [...news.disputes, ...disputes.values()] }
    },
    async disputes(ids, at) {
      return [...(await sandbox.disputes(ids, at)), ...ids.flatMap((id) => disputes.get(id) ?? [])]
    },
  }
  const remember = () => {
    const restores = [
      rememberMap(outcomes),
      rememberMap(moods),
      rememberMap(disputes),
      rememberSet(silent),
      rememberSet(lost),
    ]
    return () => restores.forEach((restore) => restore())
  }
  return { processor, moods, silent, lost, disputes, remember }
}

const rememberMap = <Value>(map: Map<string, Value>) => {
  const entries = [...map]
  return () => {
    map.clear()
    for (const [key, value] of entries) map.set(key, value)
  }
}

const rememberSet = (set: Set<string>) => {
  const values = [...set]
  return () => {
    set.clear()
    for (const value of values) set.add(value)
  }
}

const unknown: ProcessorOutcome = { kind: 'unknown', message: 'The processor did not answer in time.' }

const decide = async (sandbox: Processor, request: AuthorizeRequest, mood: BankBehavior): Promise<ProcessorOutcome> => {
  if (mood === 'fails') return { kind: 'failed', message: 'The processor is being repaired.' }
  const outcome = await sandbox.authorize(request)
  if (mood === 'approves' || outcome.kind !== 'approved') return outcome
  const declineCode = mood === 'declines' ? 'insufficient_funds' : 'card_lost_or_stolen'
  return { kind: 'declined', facts: outcome.facts, declineCode, message: 'The bank refuses.' }
}
