import { expect, test } from 'vitest'
import { everyStep, groupsOf, type Step, steps, usualSteps } from './run-steps.ts'

const tenMinutes = 600
const isReader = (step: Step) => step.isBesideOthers === true
const budgetOf = ({ budgetSeconds }: Step) => budgetSeconds

test('the budgets of all steps of npm test come to ten minutes at most', () => {
  const [readers, others] = [usualSteps.filter(isReader), usualSteps.filter((step) => !isReader(step))]
  // What only reads ends before one that formats does; everything else has use for both cores, also where it runs at once.
  const seconds = [Math.max(...readers.map(budgetOf)), ...others.map(budgetOf)]

  expect(seconds.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(tenMinutes)
})

test('suites that are one run of vitest have the budgets of all of them', () => {
  const [unit, operations] = ['unit', 'operations'].map((name) => steps.find((step) => step.name === name)!)

  const [[both] = [], ...others] = groupsOf([unit!, operations!])

  expect(others).toEqual([])
  expect(both).toMatchObject({
    name: 'unit operations',
    command: 'vitest run --config test/every-suite.config.ts',
    settings: { SUITES: 'unit operations' },
    budgetSeconds: unit!.budgetSeconds + operations!.budgetSeconds,
  })
})

test('a run of several suites waits for browsers where one of them does', () => {
  const [first, second] = [
    ['unit', 'operations'],
    ['unit', 'browser'],
  ].map((names) => groupsOf(steps.filter(({ name }) => names.includes(name))))

  expect(first![0]![0]).not.toHaveProperty('inBrowser')
  expect(second![0]![0]).toMatchObject({ name: 'unit browser', inBrowser: true })
})

test('steps that only read the sources start together', () => {
  expect(groupsOf(usualSteps)[0]!.map(({ name }) => name)).toEqual(['format', 'types', 'lint', 'tidy'])
})

test('component tests start together with the suites, which are one step of the two', () => {
  const [, , suites = []] = groupsOf(usualSteps)

  expect(suites.map(({ name }) => name)).toEqual(['unit operations simulation journeys browser', 'element'])
})

test('the shops of newcomers, which npm installs packages for, run in test:all and not in npm test', () => {
  const [usual, every] = [usualSteps, everyStep].map((chosen) => chosen.map(({ name }) => name))

  expect(usual).not.toContain('newcomers')
  expect(every).toContain('newcomers')
})
