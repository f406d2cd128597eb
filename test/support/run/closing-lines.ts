import { stripVTControlCharacters } from 'node:util'

/**
 * The last lines of a test runner: the failed tests with their reasons, the retried tests, and the runner's counts; and the numbers of
 * tests.
 */
export interface ClosingLines {
  readonly lines: readonly string[]
  readonly passed: number
  readonly failed: number
}

/**
 * The line with the counts: ` Tests  1 failed | 5 passed (6)` of vitest, or `Firefox: … | 5 passed, 1 failed` of the browser's runner for
 * each browser.
 */
const countingLine = /^\s*(Tests)\s+\S|^\s*(\w+):.*\d+ passed, \d+ failed\s*$/
const companionLine = /^\s*(Test Files|Errors)\s+\S/
/** A line that names a test: ` FAIL  file > test` of vitest, ` 𐄂 test` or ` ❌ test` of the browser's runner, ` RETRIED  test` of ours. */
const failureLine = /^\s*(FAIL|RETRIED|𐄂|❌)\s+\S/u
/** The reason, `AssertionError: …`, as both runners print it below the test's name. */
const reasonLine = /^\s*\w*Error:\s/

/** Reads the closing lines from a runner's output; null if there are none, because the runner failed before its tests. */
export const readClosingLines = (output: string): ClosingLines | null => {
  const lines = stripVTControlCharacters(output).split(/[\r\n]+/)
  const counting = [...new Map(lines.flatMap((line) => counted(line))).values()]
  if (counting.length === 0) return null
  const companions = lines.filter((line) => companionLine.test(line))
  const failures = new Set(
    lines.flatMap((line, place) => (failureLine.test(line) ? [line, ...reasonAt(lines, place + 1)] : [])),
  )
  return {
    lines: [...failures, ...companions, ...counting],
    passed: countOf('passed', counting),
    failed: countOf('failed', counting),
  }
}

/** The runner or browser whose count is in this line, with the line. A browser's last line replaces its earlier ones. */
const counted = (line: string): readonly (readonly [who: string, line: string])[] => {
  const [, runner, browser] = countingLine.exec(line) ?? []
  const who = runner ?? browser
  return who === undefined ? [] : [[who, line]]
}

const reasonAt = (lines: readonly string[], place: number): readonly string[] =>
  lines.slice(place, place + 1).filter((line) => reasonLine.test(line))

const countOf = (outcome: 'passed' | 'failed', lines: readonly string[]): number =>
  lines.reduce((sum, line) => sum + Number(new RegExp(`(\\d+) ${outcome}`).exec(line)?.[1] ?? 0), 0)
