import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { ProcessorCall } from '../../processors/call-processor.ts'
import type { Processor } from '../../processors/processor.ts'
import { processorsById } from '../../processors/processors.ts'
import type { AttemptRow } from '../../store/rows.ts'
import type { Billing } from '../billing.ts'
import { queryOrRepeatCall } from './query-processor.ts'

const openedAt = '2027-03-01T10:00:00.000Z'
const keyWindowSeconds = 3600
const call: ProcessorCall = {
  kind: 'refund',
  request: { reference: 'bc_1', transactionId: 'tx_1', amount: 100, currency: 'EUR', at: openedAt },
}

/**
 * Queries a processor that has never seen the attempt's reference, `seconds` after the attempt was opened. Returns what the server then did
 * there.
 */
const askAfter = async (seconds: number, kept: ProcessorCall | null): Promise<readonly string[]> => {
  const calls: string[] = []
  const processor = {
    id: 'acquirer',
    keyWindowSeconds,
    needsCardNumber: false,
    lookUp: async () => undefined,
    refund: async () => {
      calls.push('made again')
      return { kind: 'unknown', message: 'Lost.' }
    },
    close: async () => {
      calls.push('closed')
      return undefined
    },
  } as unknown as Processor
  const wallClock = () => new Date(Date.parse(openedAt) + seconds * 1000).toISOString()
  const billing = { processors: processorsById(processor), wallClock, logger: pino({ level: 'silent' }) } as Billing
  const request = { notes: {}, call: kept, openedAt }
  await queryOrRepeatCall(billing, { connection: 'acquirer', processorKey: 'bc_1', request } as AttemptRow)
  return calls
}

test.each([
  [0, call, 'made again'],
  [keyWindowSeconds - 1, call, 'made again'],
  [keyWindowSeconds, call, 'closed'],
  [keyWindowSeconds * 2, call, 'closed'],
  [0, null, 'closed'],
])(
  'a call that never arrived, queried %d seconds after it was opened, is closed for good or made again while its key is known',
  async (seconds, kept, done) => {
    expect(await askAfter(seconds, kept)).toEqual([done])
  },
)
