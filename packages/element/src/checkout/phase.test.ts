import { expect, test } from 'vitest'
import { type Happening, mayPay, type Phase, phaseAfter, phaseChanges } from './phase.ts'

const phases = Object.keys(phaseChanges) as Phase[]
const happenings = [...new Set(phases.flatMap((phase) => Object.keys(phaseChanges[phase])))] as Happening[]
const matrix = phases.flatMap((phase) => happenings.map((happening) => [phase, happening] as const))

test.each(matrix)('%s, when %s happens, follows the table or stays', (phase, happening) => {
  const cells: Readonly<Partial<Record<Happening, Phase>>> = phaseChanges[phase]

  expect(phaseAfter(phase, happening)).toBe(cells[happening] ?? phase)
})

test('every phase can be reached from loading', () => {
  const reached = new Set<Phase>(['loading'])
  for (const phase of reached) for (const happening of happenings) reached.add(phaseAfter(phase, happening))

  expect([...reached].toSorted()).toEqual([...phases].toSorted())
})

test('paid is final', () => {
  expect(happenings.map((happening) => phaseAfter('paid', happening))).toEqual(happenings.map(() => 'paid'))
})

test('a checkout that is being paid cannot be submitted again', () => {
  expect(phaseAfter('paying', 'submitted')).toBe('paying')
  expect(phaseAfter('checking', 'submitted')).toBe('checking')
})

test('only a certain answer leads from an unknown payment back to a form that can pay', () => {
  const waysBack = happenings.filter((happening) => mayPay(phaseAfter('checking', happening)))

  expect(waysBack.toSorted()).toEqual(['cardDeclined', 'opened', 'refused'])
})

test('an unreadable answer never makes an unknown payment look failed', () => {
  expect(phaseAfter('checking', 'readFailed')).toBe('checking')
  expect(phaseAfter('paying', 'readFailed')).toBe('paying')
})
