import { expect, test } from 'vitest'
import { querySettlements } from './query-each.ts'
import { withCallTimeouts } from '../calls/with-call-timeouts.ts'
import type { Processor } from '../processor.ts'

/** A processor that rejects every request that contains one of these ids, and counts its requests. */
const rejecting = (bad: readonly string[]) => {
  const requests: (readonly string[])[] = []
  const settlements: Processor['settlements'] = async (ids) => {
    requests.push(ids)
    if (ids.some((id) => bad.includes(id))) throw new Error('400 No such transaction.')
    return ids.map((transactionId) => ({ transactionId, state: 'settled' }))
  }
  return { processor: { timeoutSeconds: 0.02, settlements } as Processor, requests }
}
const ids = Array.from({ length: 100 }, (_, place) => `txn_${place}`)
const query = (processor: Processor) => querySettlements(processor, ids, () => {})

test('one rejected id is found among a hundred, and all others are answered', async () => {
  const { processor, requests } = rejecting(['txn_61'])

  const told = await query(processor)

  expect(told.get('txn_61')).toMatchObject({
    state: 'rejected',
    message: expect.stringContaining('No such transaction'),
  })
  expect([...told.values()].filter(({ state }) => state === 'settled')).toHaveLength(99)
  expect(requests.length).toBeLessThan(20)
})

test('if every request fails, no single payment is blamed, and the processor does not get a hundred requests', async () => {
  const { processor, requests } = rejecting(ids)

  expect((await query(processor)).size).toBe(0)
  expect(requests.length).toBeLessThanOrEqual(40)
})

test('an id that is rejected in a request of its own is itself at fault', async () => {
  const { processor } = rejecting(['txn_0'])

  const told = await querySettlements(processor, ['txn_0'], () => {})

  expect(told.get('txn_0')).toMatchObject({ state: 'rejected' })
})

test('a silent processor gets one request', async () => {
  let requests = 0
  const silent = {
    timeoutSeconds: 0.02,
    settlements: () => {
      requests += 1
      return new Promise<never>(() => {})
    },
  } as unknown as Processor

  expect((await query(withCallTimeouts(silent))).size).toBe(0)
  expect(requests).toBe(1)
})
