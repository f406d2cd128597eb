import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { by, startToyServer } from '../../testing/start-toy-server.ts'
import { FairTurns } from '../store/engine/transactions/fair-turns.ts'

const serve = async (turns: FairTurns) => {
  const server = await startToyServer({ turns })
  onTestFinished(() => server.close())
  const ask = (who: 'merchant' | 'neighbour' | 'reader', path = '/plans') => server.send(path, { headers: by(who) })
  /** Holds what is asked from now on. */
  const hold = (): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    server.holdUntil(promise)
    return resolve
  }
  return { ...server, ask, hold }
}

test('the requests of one organization wait for each other, and nobody of another waits for them', async () => {
  const { ask, hold, asked, holdUntil } = await serve(new FairTurns({ places: 2, placesEach: 1 }))
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

test('who waits too long for a turn hears that nothing was begun, and who may not ask waits for none', async () => {
  const { ask, hold, asked } = await serve(new FairTurns({ places: 1, waitMillisMax: 5 }))
  const free = hold()
  const first = ask('merchant')
  await expect.poll(() => asked.length).toBe(1)

  const late = await ask('merchant')
  const forbidden = await ask('reader', '/payments')

  expect(late).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } })
  expect(late.headers.get('Retry-After')).toBe('1')
  expect(forbidden).toMatchObject({ status: 403 })
  expect(asked).toHaveLength(1)
  free()
  expect(await first).toMatchObject({ status: 200 })
})

test('a request that fails gives its turn back', async () => {
  const { ask, fail } = await serve(new FairTurns({ places: 1 }))
  fail(new Error('The operation broke.'))
  expect((await ask('merchant')).status).toBe(500)
  fail(undefined)
  await wait(0)

  expect((await ask('merchant')).status).toBe(200)
})

test('what a caller asked who has gone before their turn is not begun', async () => {
  const { ask, hold, asked, send, logged } = await serve(new FairTurns({ places: 1 }))
  const free = hold()
  const first = ask('merchant')
  await expect.poll(() => asked.length).toBe(1)
  const patience = new AbortController()
  const gone = send('/plans', { headers: by('merchant'), signal: patience.signal })
  const second = ask('merchant')
  await wait(50)

  patience.abort()

  await expect(gone).rejects.toThrow('aborted')
  await expect.poll(() => logged.filter((line) => line.includes('"status":499'))).toHaveLength(1)
  free()
  expect(await first).toMatchObject({ status: 200 })
  expect(await second).toMatchObject({ status: 200 })
  expect(asked).toHaveLength(2)
})
