import { expect, test } from 'vitest'
import { groupsOf, hasTests, stepsNamed, stepsOf, stepsOfDrill } from './run-steps.ts'

const usual = stepsOf('usual')
const rest = stepsOf('rest')
const namesOf = (steps: typeof usual) => steps.map(({ name }) => name)

test('the budgets of all steps of npm test sum to at most twelve core minutes', () => {
  const seconds = usual.map(({ budgets }) => budgets.usual ?? Infinity)

  expect(seconds.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(12 * 60)
})

test('every step belongs to npm test or to npm run test:all', () => {
  const all = new Set([...namesOf(usual), ...namesOf(rest)])

  expect([...all].toSorted()).toEqual(namesOf(stepsNamed([...all])).toSorted())
})

test('suites in one run of vitest have the sum of their budgets', () => {
  const [unit, operations] = stepsNamed(['unit', 'operations']).filter(({ suites }) => suites)

  const [[both] = [], ...others] = groupsOf([unit!, operations!])

  expect(others).toEqual([])
  expect(both).toMatchObject({
    name: 'unit operations',
    command: 'vitest run --config test/every-suite.config.ts',
    settings: { SUITES: 'unit operations' },
    budgets: { usual: unit!.budgets.usual! + operations!.budgets.usual! },
  })
  expect(both!.settings).not.toHaveProperty('SHARE')
})

test('a run of several suites waits for browsers if one of its suites does', () => {
  const [first, second] = [['operations'], ['unit', 'browser']].map((names) =>
    groupsOf(usual.filter(({ name }) => names.includes(name))),
  )

  expect(first![0]![0]).not.toHaveProperty('inBrowser')
  expect(second![0]![0]).toMatchObject({ name: 'unit browser', inBrowser: true })
})

test('steps that only read the sources start together', () => {
  expect(namesOf(groupsOf(usual)[0]!)).toEqual(['format', 'types', 'lint', 'tidy'])
})

test('component tests start together with the suites, as one of two steps', () => {
  const [, , suites = []] = groupsOf(usual)

  expect(namesOf(suites)).toEqual(['unit operations simulation journeys browser', 'element'])
  expect(suites[0]!.settings).toMatchObject({ SHARE: 'usual' })
})

test('the rest of the suites is one run, while the other engines and the newcomers run one after the other', () => {
  const [[build] = [], [suites, ...withSuites] = [], ...others] = groupsOf(rest.filter(hasTests))

  expect(build!.name).toBe('build')
  expect(suites!.settings).toMatchObject({ SHARE: 'rest' })
  expect(namesOf(withSuites)).toEqual(['element-engines', 'newcomers'])
  expect(others).toEqual([])
  expect(namesOf(stepsOfDrill)).toEqual(['engines'])
})

test('npm test needs neither Firefox nor a proxy, because it leaves out the files that do', () => {
  expect(usual.some(({ inFirefox, isBehindProxy }) => inFirefox ?? isBehindProxy)).toBe(false)
  expect(rest.filter(({ inFirefox }) => inFirefox).length).toBeGreaterThan(1)
})
