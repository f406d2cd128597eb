import { expect, test } from 'vitest'
import { isShortOutage, repeatDuringOutage } from './repeat-during-outage.ts'

const failing = (times: number, error: Error) => {
  let runs = 0
  return {
    runs: () => runs,
    work: () => (++runs <= times ? Promise.reject(error) : Promise.resolve('done')),
  }
}
const withCode = (code: string) => Object.assign(new Error('It failed.'), { code })

test('work is retried until the database is back', async () => {
  const { work, runs } = failing(3, withCode('57P03'))

  expect(await repeatDuringOutage(work, { secondsMax: 10, pauseMillisMax: 5 })).toBe('done')
  expect(runs()).toBe(4)
})

test('a longer outage is thrown unchanged', async () => {
  const error = withCode('ECONNREFUSED')
  const { work, runs } = failing(Infinity, error)

  await expect(repeatDuringOutage(work, { secondsMax: 0.1, pauseMillisMax: 5 })).rejects.toBe(error)
  expect(runs()).toBeGreaterThan(3)
})

test.each([
  ['a wrong statement', withCode('42601')],
  ['a full disk, which waits for an operator', withCode('53100')],
  ['a pool that this process has closed', new Error('Cannot use a pool after calling end on the pool')],
  ['a database that this process has closed', new Error('PGlite is closed')],
])('%s is not run again', async (_, error) => {
  const { work, runs } = failing(1, error)

  await expect(repeatDuringOutage(work)).rejects.toBe(error)
  expect(runs()).toBe(1)
})

test.each(['08006', '25006', '53300', '57P01', '57P02', '57P03', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE'])(
  '%s is a short outage',
  (code) => expect(isShortOutage(withCode(code))).toBe(true),
)
