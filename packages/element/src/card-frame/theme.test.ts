import { expect, test } from 'vitest'
import { frameTokenNames } from '../styles/frame-token-names.ts'
import { tokens } from '../styles/tokens.ts'
import { isAllowedToken } from './theme.ts'

test.each(frameTokenNames.filter((name) => !tokens[name].includes('var(')))(
  'the default of %s is an allowed value',
  (name) => {
    expect(isAllowedToken(name, tokens[name])).toBe(true)
  },
)

test.each([
  ['a picture', 'color-text', 'url(https://evil.example/x.png)'],
  ['a picture by another name', 'color-text', 'image-set("x.png" 1x)'],
  ['another property', 'color-text', 'red; position: fixed'],
  ['an escape', 'color-text', '\\75rl(x)'],
  ['a variable', 'color-text', 'var(--x)'],
  ['a token that is not shared', 'color-summary', 'red'],
  ['something that is not text', 'color-text', 7],
])('%s is refused', (_, name, value) => {
  expect(isAllowedToken(name, value)).toBe(false)
})
