import { expect, test } from 'vitest'
import { type PhaseTrigger, mayPay, type Phase, phaseAfter, phaseChanges } from './phase.ts'

const phases = Object.keys(phaseChanges) as Phase[]
const triggers = [...new Set(phases.flatMap((phase) => Object.keys(phaseChanges[phase])))] as PhaseTrigger[]
const matrix = phases.flatMap((phase) => triggers.map((trigger) => [phase, trigger] as const))

test.each(matrix)('%s, when %s happens, follows the table or stays unchanged', (phase, trigger) => {
  const cells: Readonly<Partial<Record<PhaseTrigger, Phase>>> = phaseChanges[phase]

  expect(phaseAfter(phase, trigger)).toBe(cells[trigger] ?? phase)
})

test('every phase can be reached from loading', () => {
  const reached = new Set<Phase>(['loading'])
  for (const phase of reached) for (const trigger of triggers) reached.add(phaseAfter(phase, trigger))

  expect([...reached].toSorted()).toEqual([...phases].toSorted())
})

test('no event leads out of the phase paid', () => {
  expect(triggers.map((trigger) => phaseAfter('paid', trigger))).toEqual(triggers.map(() => 'paid'))
})

test('a checkout that is being paid cannot be submitted again', () => {
  expect(phaseAfter('paying', 'submitted')).toBe('paying')
  expect(phaseAfter('checking', 'submitted')).toBe('checking')
})

test('only a certain answer leads from an unknown payment back to a form that can pay', () => {
  const waysBack = triggers.filter((trigger) => mayPay(phaseAfter('checking', trigger)))

  expect(waysBack.toSorted()).toEqual(['cardDeclined', 'opened', 'refused'])
})

test('an unreadable answer never makes an unknown payment look failed', () => {
  expect(phaseAfter('checking', 'readFailed')).toBe('checking')
  expect(phaseAfter('paying', 'readFailed')).toBe('paying')
})
