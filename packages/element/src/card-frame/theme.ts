import { frameTokens } from '../styles/frame-tokens.ts'

const allowedValue = /^[\w\s.,%()#"'/+*-]{1,300}$/
const functionName = /([\w-]*)\s*\(/g
// The last of them is a bare parenthesis inside calc().
const allowedFunction =
  /^(rgba?|hsla?|hwb|(ok)?lab|(ok)?lch|color|color-mix|light-dark|calc|min|max|clamp|cubic-bezier|steps|linear|)$/i

/** Whether a parent may set the token `name` to `value`: a known name, and nothing that could fetch or break out. */
export const isAllowedToken = (name: string, value: unknown): value is string =>
  (frameTokens as readonly string[]).includes(name) &&
  typeof value === 'string' &&
  allowedValue.test(value) &&
  [...value.matchAll(functionName)].every(([, called = '']) => allowedFunction.test(called))

/** Wears the host's theme: colour scheme and lawful tokens; the rest is ignored, former tokens are taken off. */
export const applyTheme = (
  { style }: { readonly style: CSSStyleDeclaration },
  scheme: 'light' | 'dark',
  tokens: Readonly<Record<string, unknown>>,
): void => {
  style.colorScheme = scheme
  for (const name of frameTokens) {
    const value = tokens[name]
    // A property without a value is taken off.
    style.setProperty(`--_${name}`, isAllowedToken(name, value) ? value : '')
  }
}
