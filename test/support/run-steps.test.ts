import { expect, test } from 'vitest'
import { groupsOf, steps, usualSteps } from './run-steps.ts'

const tenMinutes = 600

test('the budgets of all steps of npm test come to ten minutes at most', () => {
  const seconds = groupsOf(usualSteps).map((group) => Math.max(...group.map(({ budgetSeconds }) => budgetSeconds)))

  expect(seconds.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(tenMinutes)
})

test('suites that are one run of vitest have the budgets of all of them', () => {
  const [unit, operations] = ['unit', 'operations'].map((name) => steps.find((step) => step.name === name)!)

  const [[both] = [], ...others] = groupsOf([unit!, operations!])

  expect(others).toEqual([])
  expect(both).toMatchObject({
    name: 'unit operations',
    command: 'vitest run --project unit --project operations',
    budgetSeconds: unit!.budgetSeconds + operations!.budgetSeconds,
  })
})

test('steps that only read the sources start together', () => {
  expect(groupsOf(usualSteps)[0]!.map(({ name }) => name)).toEqual(['format', 'types', 'lint', 'tidy'])
})
