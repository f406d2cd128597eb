import { setTimeout as wait } from 'node:timers/promises'
import { FairTurns, runOnBehalfOf } from '@billing-checkout/database'
import { expect, onTestFinished, test, vi } from 'vitest'
import { describeEachDatabase } from '../../../../test/support/databases/databases.ts'
import { by, startToyServer } from '../../testing/start-toy-server.ts'
import { requestTurns } from './request-turns.ts'

const serve = async (turns: FairTurns) => {
  const server = await startToyServer({ turns })
  onTestFinished(() => server.close())
  const ask = (who: 'merchant' | 'neighbour' | 'reader', path = '/plans') => server.send(path, { headers: by(who) })
  /** Holds all requests from now on; returns the function that releases them. */
  const hold = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    server.holdUntil(promise)
    return resolve
  }
  return { ...server, ask, hold }
}

test('the requests of one organization wait for each other, and do not delay those of another', async () => {
  const { ask, hold, asked, holdUntil } = await serve(new FairTurns({ places: 2, placesPerOrganization: 1 }))
  const free = hold()
  const first = ask('merchant')
  await expect.poll(() => asked.length).toBe(1)
  const second = ask('merchant')
  holdUntil(Promise.resolve())

  expect(await ask('neighbour')).toMatchObject({ status: 200, body: { done: 2 } })

  free()
  expect(await first).toMatchObject({ status: 200 })
  expect(await second).toMatchObject({ status: 200, body: { done: 3 } })
})

test('a request that waits too long for a turn gets a 503 before it starts, and a forbidden one gets its 403 without waiting', async () => {
  const { ask, hold, asked, waited } = await serve(new FairTurns({ places: 1, waitMillisMax: 5 }))
  const free = hold()
  const first = ask('merchant')
  await expect.poll(() => asked.length).toBe(1)

  const late = await ask('merchant')
  const forbidden = await ask('reader', '/payments')

  expect(late).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } })
  expect(late.headers.get('Retry-After')).toBe('1')
  expect(forbidden).toMatchObject({ status: 403 })
  expect(asked).toHaveLength(1)
  expect(waited.map((seconds) => seconds > 0.004)).toEqual([false, true])
  free()
  expect(await first).toMatchObject({ status: 200 })
})

test('a request that fails releases its turn', async () => {
  const { ask, fail } = await serve(new FairTurns({ places: 1 }))
  fail(new Error('The operation broke.'))
  expect((await ask('merchant')).status).toBe(500)
  fail(undefined)
  await wait(0)

  expect((await ask('merchant')).status).toBe(200)
})

test('a request whose caller disconnects before its turn never starts', async () => {
  const turns = new FairTurns({ places: 1 })
  const take = vi.spyOn(turns, 'take')
  const { ask, hold, asked, send, logged } = await serve(turns)
  const free = hold()
  const first = ask('merchant')
  await expect.poll(() => asked.length).toBe(1)
  const patience = new AbortController()
  const gone = send('/plans', { headers: by('merchant'), signal: patience.signal })
  const second = ask('merchant')
  await expect.poll(() => take.mock.calls.length).toBe(3)

  patience.abort()

  await expect(gone).rejects.toThrow('aborted')
  await expect.poll(() => logged.filter((line) => line.includes('"status":499'))).toHaveLength(1)
  free()
  expect(await first).toMatchObject({ status: 200 })
  expect(await second).toMatchObject({ status: 200 })
  expect(asked).toHaveLength(2)
})

describeEachDatabase('the turns of a server', (open, kind) => {
  test('are many for a lone organization, few while others send requests, and end early for slow requests', async () => {
    const { db } = await open()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const turns = requestTurns(db)
    const begun = { crowd: 0, other: 0 }
    const come = (organization: keyof typeof begun, count: number) => {
      for (let n = 0; n < count; n += 1)
        void runOnBehalfOf(organization, () => turns.take()).then(() => (begun[organization] += 1))
    }

    come('crowd', 100)
    await vi.advanceTimersByTimeAsync(0)
    expect(begun.crowd).toBe(48)
    come('other', 1)
    await vi.advanceTimersByTimeAsync(99)
    expect(begun).toEqual({ crowd: 48, other: 1 })
    // After 100 ms, running work gives up its places but continues.
    await vi.advanceTimersByTimeAsync(1)
    expect(begun.crowd).toBe(48 + (kind === 'embedded' ? 1 : 4))
  })
})
