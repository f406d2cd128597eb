import { expect, test } from 'vitest'
import { printAnswer } from './print-answer.ts'

const actions = [
  { at: '2026-11-21T12:00:00.000Z', by: 'ops', note: 'Seen at the acquirer.' },
  { at: '2026-11-22T12:00:00.000Z', by: 'operations', note: null },
]

test('a result with a single list is printed as aligned columns', () => {
  expect(printAnswer({ data: actions })).toBe(
    [
      'at                        by          note',
      '2026-11-21T12:00:00.000Z  ops         Seen at the acquirer.',
      '2026-11-22T12:00:00.000Z  operations  -',
    ].join('\n'),
  )
  expect(printAnswer({ data: [] })).toBe('none')
})

test('other members are printed before the lists, and every list has a heading, even an empty one', () => {
  const answer = { id: 'att_1', amount: 100, actions, state: 'done', last_answer: { kind: 'approved' }, refunds: [] }

  expect(printAnswer(answer)).toBe(
    [
      'id: att_1',
      'amount: 100',
      'state: done',
      'last_answer: {"kind":"approved"}',
      'actions:',
      printAnswer({ data: actions }),
      'refunds: none',
    ].join('\n'),
  )
})
