import { expect, test } from 'vitest'
import { challengeWindowFor } from './challenge-window.ts'

test.each([
  [1280, 900, { width: 500, height: 600 }],
  [900, 560, { width: 600, height: 400 }],
  [500, 500, { width: 390, height: 400 }],
  [360, 740, 'full'],
  [1000, 420, 'full'],
] as const)('on a page of %i × %i the issuer gets %o', (width, height, window) => {
  expect(challengeWindowFor({ width, height })).toEqual(window)
})
