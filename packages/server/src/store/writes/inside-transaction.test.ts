import { FairTurns, runWithTurn } from '@billing-checkout/database'
import { expect, test } from 'vitest'
import { prepareNetworkCall } from './inside-transaction.ts'

test('a call over the network ends the turn of its request', async () => {
  const turns = new FairTurns({ places: 1 })

  const answer = await runWithTurn(await turns.take(), async () => {
    prepareNetworkCall('A processor')
    return runWithTurn(await turns.take(), () => Promise.resolve('answered'))
  })

  expect(answer).toBe('answered')
})
