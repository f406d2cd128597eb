import { expect, test } from 'vitest'
import { shareBilling } from '../shared-billing.ts'
import { lawNames } from './law-names.ts'
import { tryLaw } from './try-law.ts'

const billing = shareBilling()

// `npm run drill` tries each law on hundreds of lives.
test.each(lawNames)('the law of %s holds in 2 random sequences of requests', async (name) => {
  const { broken, lives } = await tryLaw(billing(), name, { first: 1, lives: 2 })

  expect(broken).toEqual([])
  expect(lives).toBe(2)
})
