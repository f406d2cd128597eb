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

test('a processor that lacks parts of its port is refused, and all of them are named at once', () => {
  const { refunds: _, ...older } = { ...complete, keyWindowSeconds: 0 }

  expect(() => requireCompleteProcessor(older as Processor)).toThrow(
    /"mine" .*lacks .*: keyWindowSeconds \(positive number\), refunds \(function\)\./,
  )
})

test('a complete processor is accepted, methods of a class, too', () => {
  class Mine {
    refunds = undefined
  }
  Object.assign(Mine.prototype, complete)

  expect(() => requireCompleteProcessor(complete)).not.toThrow()
  expect(() => requireCompleteProcessor(Object.create(complete) as Processor)).not.toThrow()
  expect(() => requireCompleteProcessor(new Mine() as unknown as Processor)).toThrow('refunds')
})

test('a part that a processor may leave out has to be complete, too, if it is there', () => {
  const halves = { twoSteps: { prepare: nothing }, describe: 'a card', cardEntry: {} }

  expect(() => requireCompleteProcessor({ ...complete, ...halves } as unknown as Processor)).toThrow(
    /lacks .*: describe \(function\), twoSteps\.execute \(function\), cardEntry\.scriptUrl \(text\)\./,
  )
  expect(() =>
    requireCompleteProcessor({ ...complete, twoSteps: { prepare: nothing, execute: nothing } }),
  ).not.toThrow()
})

test('tables of amounts have to be of positive whole numbers', () => {
  expect(() => requireCompleteProcessor({ ...complete, steps: { KWD: 10 }, minimum: { KWD: 500 } })).not.toThrow()
  expect(() => requireCompleteProcessor({ ...complete, steps: { KWD: 0 }, minimum: { KWD: 0.5 } })).toThrow(
    /steps \(table of positive whole numbers\), minimum \(table of positive whole numbers\)\./,
  )
})
