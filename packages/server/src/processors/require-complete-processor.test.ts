import { expect, test } from 'vitest'
import type { Processor } from './processor.ts'
import { requireCompleteProcessor } from './require-complete-processor.ts'

const nothing = async () => undefined as never
const complete: Processor = {
  id: 'mine',
  timeoutSeconds: 5,
  keyWindowSeconds: 86_400,
  needsCardNumber: false,
  methodKinds: ['CARD'],
  authorize: nothing,
  capture: nothing,
  void: nothing,
  refund: nothing,
  lookUp: nothing,
  close: nothing,
  settlements: nothing,
  refunds: nothing,
  list: nothing,
  reconcile: nothing,
  news: nothing,
  disputes: nothing,
  forget: nothing,
  detach: nothing,
}

test('a processor that lacks parts of its port is refused, and the error names all of them', () => {
  const { refunds: _, ...older } = { ...complete, keyWindowSeconds: 0 }

  expect(() => requireCompleteProcessor(older as Processor)).toThrow(
    /"mine" .*lacks .*: keyWindowSeconds \(positive number\), refunds \(function\)\./,
  )
})

test('a complete processor is accepted, even if its methods come from a class', () => {
  class Mine {
    refunds = undefined
  }
  Object.assign(Mine.prototype, complete)

  expect(() => requireCompleteProcessor(complete)).not.toThrow()
  expect(() => requireCompleteProcessor(Object.create(complete) as Processor)).not.toThrow()
  expect(() => requireCompleteProcessor(new Mine() as unknown as Processor)).toThrow('refunds')
})

test('an optional part of a processor has to be complete if it exists', () => {
  const halves = { twoSteps: { prepare: nothing }, describe: 'a card', cardEntry: {} }

  expect(() => requireCompleteProcessor({ ...complete, ...halves } as unknown as Processor)).toThrow(
    /lacks .*: describe \(function\), twoSteps\.execute \(function\), cardEntry\.scriptUrl \(text\)\./,
  )
  expect(() =>
    requireCompleteProcessor({ ...complete, twoSteps: { prepare: nothing, execute: nothing } }),
  ).not.toThrow()
})

test('tables of amounts need positive whole numbers', () => {
  expect(() => requireCompleteProcessor({ ...complete, steps: { KWD: 10 }, minimum: { KWD: 500 } })).not.toThrow()
  expect(() => requireCompleteProcessor({ ...complete, steps: { KWD: 0 }, minimum: { KWD: 0.5 } })).toThrow(
    /steps \(table of positive whole numbers\), minimum \(table of positive whole numbers\)\./,
  )
})
