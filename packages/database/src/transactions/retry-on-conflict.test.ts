import { expect, test } from 'vitest'
import { transactWithRetries, retryOnConflict } from './retry-on-conflict.ts'

const failing = (times: number, code: string) => {
  const transaction = { runs: 0 }
  const transact = async () => {
    transaction.runs += 1
    if (transaction.runs <= times) throw Object.assign(new Error('gave up'), { code })
    return 'done'
  }
  return { transaction, transact }
}

test('a transaction that a deadlock has cancelled is opened again', async () => {
  const { transaction, transact } = failing(1, '40P01')
  const opened: string[] = []
  const database = {
    transaction: () => ({
      execute: <Result>(run: (db: string) => Promise<Result>) => run(`transaction ${opened.length + 1}`),
    }),
  }

  const done = await transactWithRetries(database, (db) => {
    opened.push(db)
    return transact()
  })

  expect([done, opened, transaction.runs]).toEqual(['done', ['transaction 1', 'transaction 2'], 2])
})

test.each(['40001', '40P01'])('a transaction that lost a conflict (%s) runs again', async (code) => {
  const { transaction, transact } = failing(2, code)

  expect(await retryOnConflict(transact)).toBe('done')

  expect(transaction.runs).toBe(3)
})

test('a transaction that always conflicts fails after five runs', async () => {
  const { transaction, transact } = failing(Infinity, '40001')

  await expect(retryOnConflict(transact)).rejects.toMatchObject({ code: '40001' })

  expect(transaction.runs).toBe(5)
})

test('a transaction that failed without a conflict runs once', async () => {
  const { transaction, transact } = failing(1, '23505')

  await expect(retryOnConflict(transact)).rejects.toMatchObject({ code: '23505' })

  expect(transaction.runs).toBe(1)
})
