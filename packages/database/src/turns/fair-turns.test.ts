import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { FairTurns, type TurnLimits } from './fair-turns.ts'
import { endTurnEarly, runWithTurn, runOnBehalfOf } from './run-on-behalf-of.ts'

/**
 * Lets callers take turns; the initial of a caller's name is the organization. Every turn ends after a moment. Returns the names in the
 * order in which the callers got their turns.
 */
const takeTurns = async (limits: TurnLimits, names: readonly string[]): Promise<readonly string[]> => {
  const turns = new FairTurns(limits)
  const had: string[] = []
  await Promise.all(
    names.map((name) =>
      runOnBehalfOf(name[0]!, async () => {
        const end = await turns.take()
        had.push(name)
        await Promise.resolve()
        end()
        end()
      }),
    ),
  )
  return had
}

test('turns are given in the order of arrival', async () => {
  expect(await takeTurns({ places: 1 }, ['a1', 'a2', 'a3', 'a4'])).toEqual(['a1', 'a2', 'a3', 'a4'])
})

test('many requests of one organization delay another organization by at most one turn', async () => {
  expect(await takeTurns({ places: 1 }, ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'])).toEqual([
    'a1',
    'b1',
    'c1',
    'a2',
    'b2',
    'a3',
    'a4',
  ])
})

test('a caller that returns at once queues behind those already waiting', async () => {
  const turns = new FairTurns({ places: 1 })
  const had: string[] = []
  const come = async (name: string) => {
    const end = await turns.take()
    had.push(name)
    end()
  }

  const first = come('a').then(() => come('a again'))
  await Promise.all([first, come('b'), come('c')])

  expect(had).toEqual(['a', 'b', 'c', 'a again'])
})

test('the last places are reserved for organizations that hold fewer', async () => {
  const turns = new FairTurns({ places: 3, placesPerOrganization: 2 })
  const take = (organization: string) => runOnBehalfOf(organization, () => turns.take())
  await take('a')
  const end = await take('a')
  let third = 'waits'
  const waiting = take('a').then(() => (third = 'works'))

  await take('b')

  expect(third).toBe('waits')
  end()
  await waiting
})

test('one organization takes fewer places while others wait, except the server’s own work, and takes all again afterwards', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const turns = new FairTurns({ places: 4, placesPerOrganization: 3, placesContended: 1 })
  const take = (organization: string) => runOnBehalfOf(organization, () => turns.take())
  ;(await turns.take())()
  ;(await take('a'))()
  const ends = [await take('a'), await take('a')]
  for (const end of ends) end()
  ;(await take('b'))()
  const end = await take('a')
  let second = 'waits'
  const waiting = take('a').then(() => (second = 'works'))

  await wait(0)
  expect(second).toBe('waits')

  vi.advanceTimersByTime(1001)
  end()
  await waiting
  await take('a')
})

test('a turn loses its place after a time limit, and releases it only once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const turns = new FairTurns({ places: 1, heldMillisMax: 25 })
  const [first, second, third] = [turns.take(), turns.take(), turns.take()]
  let begun = 0
  for (const turn of [first, second, third]) void turn.then(() => (begun += 1))

  await vi.advanceTimersByTimeAsync(24)
  expect(begun).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(begun).toBe(2)

  // Ending the first turn frees no place, because the second turn already has the place of the first.
  ;(await first)()
  await vi.advanceTimersByTimeAsync(0)
  expect(begun).toBe(2)
  ;(await second)()
  await third
  expect(vi.getTimerCount()).toBe(1)
  ;(await third)()
  expect(vi.getTimerCount()).toBe(0)
})

test('a turn ends with its work, or earlier if its work ends it', async () => {
  const turns = new FairTurns({ places: 1 })
  await expect(runWithTurn(await turns.take(), () => Promise.reject(new Error('It broke.')))).rejects.toThrow(
    'It broke.',
  )

  const answer = await runWithTurn(await turns.take(), async () => {
    endTurnEarly()
    return runWithTurn(await turns.take(), () => Promise.resolve('answered'))
  })

  expect(answer).toBe('answered')
})

test('a request is refused if it waits too long or arrives when too many wait', async () => {
  const turns = new FairTurns({ places: 1, waitMillisMax: 5, waitingMax: 1 })
  const end = await turns.take()
  const late = turns.take()

  await expect(turns.take()).rejects.toMatchObject({ code: 'database_busy' })
  await expect(late).rejects.toMatchObject({ code: 'database_busy' })
  end()
  await wait(0)

  ;(await turns.take())()
})

test('many waiting requests of one organization do not push others out of the queue', async () => {
  const turns = new FairTurns({ places: 1, waitingMax: 3 })
  const take = (organization: string) => runOnBehalfOf(organization, () => turns.take())
  const had: string[] = []
  const refused: string[] = []
  const come = (name: string) =>
    take(name[0]!).then(
      (end) => {
        had.push(name)
        end()
      },
      () => void refused.push(name),
    )
  const end = await take('a')
  const crowd = ['a1', 'a2', 'a3', 'b1', 'b2', 'a4', 'c1', 'b3'].map(come)

  await wait(0)
  expect(refused).toEqual(['a3', 'b2', 'a4', 'a2', 'b3'])
  end()
  await Promise.all(crowd)
  expect(had).toEqual(['b1', 'c1', 'a1'])
})
