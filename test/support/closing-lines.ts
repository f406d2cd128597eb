import { stripVTControlCharacters } from 'node:util'

/** What a runner says at its end: which tests failed, its own lines without colours, and the tests they count. */
export interface ClosingLines {
  readonly lines: readonly string[]
  readonly passed: number
  readonly failed: number
}

/** ` Tests  1 failed | 5 passed (6)` of vitest, `… | 5 passed, 1 failed` of the browser's runner. */
const countingLine = /^\s*Tests\s+\S|\d+ passed, \d+ failed\s*$/
const companionLine = /^\s*(Test Files|Errors)\s+\S/
/** ` FAIL  file > test` of vitest, ` 𐄂 test` of the browser's runner. */
const failureLine = /^\s*(FAIL|𐄂)\s+\S/u

/** Reads a runner's closing lines from all it printed; null when it printed none, as a runner that broke before its tests. */
export const readClosingLines = (output: string): ClosingLines | null => {
  const lines = stripVTControlCharacters(output).split(/[\r\n]+/)
  const counting = lines.findLast((line) => countingLine.test(line))
  if (counting === undefined) return null
  const companions = lines.filter((line) => companionLine.test(line))
  const failures = new Set(lines.filter((line) => failureLine.test(line)))
  return {
    lines: [...failures, ...companions, counting],
    passed: countOf('passed', counting),
    failed: countOf('failed', counting),
  }
}

const countOf = (outcome: 'passed' | 'failed', line: string): number =>
  Number(new RegExp(`(\\d+) ${outcome}`).exec(line)?.[1] ?? 0)
