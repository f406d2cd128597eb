import { expect, test } from 'vitest'
import { createBreaker } from './breaker.ts'

const aBreaker = () => {
  let seconds = 0
  const logged: string[] = []
  const note = (_: object, message: string) => void logged.push(message)
  const breaker = createBreaker('acquirer', {
    logger: { info: note, error: note } as never,
    wallClock: () => new Date(Date.UTC(2027, 0, 1) + seconds * 1000).toISOString(),
  })
  return { breaker, logged, pass: (more: number) => (seconds += more) }
}

const fallSilent = (breaker: ReturnType<typeof aBreaker>['breaker']) => {
  for (let call = 1; call <= 5; call++) breaker.noteSilence()
}

test('five calls in a row without an answer open it, and any answer in between resets the count', () => {
  const { breaker, logged } = aBreaker()

  for (let call = 1; call <= 4; call++) breaker.noteSilence()
  breaker.noteAnswer()
  for (let call = 1; call <= 4; call++) breaker.noteSilence()
  expect([breaker.openSince(), breaker.allowedCount(64), breaker.maySend('sub_1')]).toEqual([null, 64, true])
  breaker.noteSilence()

  expect(breaker.openSince()).toBe('2027-01-01T00:00:00.000Z')
  expect([breaker.allowedCount(64), breaker.maySend('sub_1')]).toEqual([0, false])
  expect(logged).toEqual(['the processor does not answer: renewals over its connection wait'])
})

test('one charge at a time is let through as a probe, after 30 seconds and then at growing intervals up to five minutes', () => {
  const { breaker, pass } = aBreaker()
  fallSilent(breaker)
  const waits: number[] = []

  for (let probe = 1; probe <= 6; probe++) {
    let waited = 0
    for (; !breaker.maySend(`sub_${probe}`); waited += 5) pass(5)
    waits.push(waited)
    expect([breaker.allowedCount(64), breaker.maySend('another'), breaker.maySend(`sub_${probe}`)]).toEqual([
      0,
      false,
      true,
    ])
    breaker.noteSilence()
    expect(breaker.maySend(`sub_${probe}`)).toBe(false)
  }

  expect(waits).toEqual([30, 60, 120, 240, 300, 300])
})

test('a probe that is not made is left to the next caller, and the wait after it is not extended', () => {
  const { breaker, pass } = aBreaker()
  fallSilent(breaker)
  pass(30)
  breaker.maySend('sub_1')

  breaker.leaveProbe('another')
  expect(breaker.maySend('sub_2')).toBe(false)
  breaker.leaveProbe('sub_1')
  expect([breaker.allowedCount(64), breaker.maySend('sub_2'), breaker.maySend('sub_1')]).toEqual([1, true, false])

  breaker.noteSilence()
  breaker.leaveProbe('sub_2')
  expect(breaker.allowedCount(64)).toBe(0)
  pass(60)
  expect(breaker.allowedCount(64)).toBe(1)
})

test('the first answer closes it, and the next silence starts a new count', () => {
  const { breaker, logged, pass } = aBreaker()
  fallSilent(breaker)
  pass(30)
  expect(breaker.allowedCount(64)).toBe(1)

  breaker.noteAnswer()
  breaker.noteSilence()

  expect([breaker.openSince(), breaker.allowedCount(64)]).toEqual([null, 64])
  expect(logged.at(-1)).toBe('the processor answers again: renewals continue')
})
