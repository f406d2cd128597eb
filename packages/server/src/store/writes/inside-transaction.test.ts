import { FairTurns, inTurn } from '@billing-checkout/database'
import { expect, test } from 'vitest'
import { beforeNetworkCall } from './inside-transaction.ts'

test('a call over the network ends the turn of its request', async () => {
  const turns = new FairTurns({ places: 1 })

  const answer = await inTurn(await turns.take(), async () => {
    beforeNetworkCall('A processor')
    return inTurn(await turns.take(), () => Promise.resolve('answered'))
  })

  expect(answer).toBe('answered')
})
