import { expect, test } from 'vitest'
import { readClosingLines } from './closing-lines.ts'

test.each([
  ['vitest, all passed', ' Test Files  2 passed (2)\n      Tests  7 passed (7)\n', 7, 0],
  ['vitest, some failed', ' Test Files  1 failed | 1 passed (2)\n      Tests  2 failed | 5 passed (7)\n', 5, 2],
  ['vitest, a file that does not load', ' Test Files  1 failed (1)\n      Tests  no tests\n', 0, 0],
  [
    'the browser runner',
    'Chrome: |█| 0/2 test files | 0 passed, 0 failed\nChrome: |█| 2/2 test files | 3 passed, 1 failed\n',
    3,
    1,
  ],
  [
    'the browser runner in two browsers',
    'Chrome:  |█| 1/2 test files | 2 passed, 0 failed\nFirefox: |█| 0/2 test files | 0 passed, 0 failed\n' +
      'Chrome:  |█| 2/2 test files | 3 passed, 1 failed\nFirefox: |█| 2/2 test files | 4 passed, 0 failed\n',
    7,
    1,
  ],
  ['coloured output', '\u001B[2m      Tests \u001B[22m \u001B[1m\u001B[32m7 passed\u001B[39m (7)\n', 7, 0],
])('the closing lines count the tests of %s', (_, output, passed, failed) => {
  expect(readClosingLines(output)).toMatchObject({ passed, failed })
})

test('a runner that failed before its tests has no closing lines', () => {
  expect(readClosingLines('Error: cannot find module\n')).toBeNull()
})

test('the failed files are shown next to the tests', () => {
  const closing = readClosingLines(' Test Files  1 failed (1)\n      Tests  no tests\n')

  expect(closing?.lines).toEqual([' Test Files  1 failed (1)', '      Tests  no tests'])
})

test('the cause of a failure is shown below the tests', () => {
  const failure = [' ❌ the button pays once', '      AssertionError: expected 2 to equal 1']

  expect(readClosingLines([...failure, '      + expected - actual', ' Tests  1 failed (1)'].join('\n'))?.lines).toEqual(
    [...failure, ' Tests  1 failed (1)'],
  )
})

test.each([
  ' FAIL   journeys  test/journeys/renewals.test.ts > two workers charge a period once',
  '      𐄂 the button pays once',
  ' RETRIED  renewals (embedded) > two workers charge a period once',
  ' ❌ the button pays once',
])('the end names what failed: %s', (line) => {
  expect(readClosingLines(`${line}\nwhy\n${line}\n Tests  1 failed (1)\n`)?.lines).toEqual([
    line,
    ' Tests  1 failed (1)',
  ])
})
