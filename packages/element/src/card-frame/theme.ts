import { frameTokenNames } from '../styles/frame-token-names.ts'

const allowedValue = /^[\w\s.,%()#"'/+*-]{1,300}$/
const functionName = /([\w-]*)\s*\(/g
// The empty last alternative allows a bare parenthesis inside calc().
const allowedFunction =
  /^(rgba?|hsla?|hwb|(ok)?lab|(ok)?lch|color|color-mix|light-dark|calc|min|max|clamp|cubic-bezier|steps|linear|)$/i

/**
 * Whether the page may set the token `name` to `value`: the name must be known, and the value must neither load anything nor end the CSS
 * declaration.
 */
export const isAllowedToken = (name: string, value: unknown): value is string =>
  (frameTokenNames as readonly string[]).includes(name) &&
  typeof value === 'string' &&
  allowedValue.test(value) &&
  [...value.matchAll(functionName)].every(([, called = '']) => allowedFunction.test(called))

/** Applies the page's color scheme and allowed tokens. Ignores other tokens, and removes tokens that the page no longer sets. */
export const applyTheme = (
  { style }: { readonly style: CSSStyleDeclaration },
  scheme: 'light' | 'dark',
  tokens: Readonly<Record<string, unknown>>,
): void => {
  style.colorScheme = scheme
  for (const name of frameTokenNames) {
    const value = tokens[name]
    // An empty value removes the property.
    style.setProperty(`--_${name}`, isAllowedToken(name, value) ? value : '')
  }
}
