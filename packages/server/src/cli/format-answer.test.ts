import { expect, test } from 'vitest'
import { formatAnswer } from './format-answer.ts'

const actions = [
  { at: '2026-11-21T12:00:00.000Z', by: 'ops', note: 'Seen at the acquirer.' },
  { at: '2026-11-22T12:00:00.000Z', by: 'operations', note: null },
]

test('a result with a single list is printed as aligned columns', () => {
  expect(formatAnswer({ data: actions })).toBe(
    [
      'at                        by          note',
      '2026-11-21T12:00:00.000Z  ops         Seen at the acquirer.',
      '2026-11-22T12:00:00.000Z  operations  -',
    ].join('\n'),
  )
  expect(formatAnswer({ data: [] })).toBe('none')
})

test('other members are printed before the lists, and every list has a heading, even an empty one', () => {
  const answer = { id: 'att_1', amount: 100, actions, state: 'done', last_answer: { kind: 'approved' }, refunds: [] }

  expect(formatAnswer(answer)).toBe(
    [
      'id: att_1',
      'amount: 100',
      'state: done',
      'last_answer: {"kind":"approved"}',
      'actions:',
      formatAnswer({ data: actions }),
      'refunds: none',
    ].join('\n'),
  )
})
