import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tokens } from './tokens.ts'

type Colours = Readonly<Record<string, string>>

const coloursOf = (preset: string): Colours => {
  const css = readFileSync(new URL(`../../presets/${preset}.css`, import.meta.url), 'utf8')
  const own = [...css.matchAll(/--billing-([\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value])
  return { ...tokens, ...Object.fromEntries(own) }
}

/** A color of the light or dark scheme as `#rrggbb`; references to other tokens are resolved. */
const colourOf = (colours: Colours, name: string, scheme: 'light' | 'dark'): string => {
  const value = colours[name] ?? ''
  const other = /^var\(--_([\w-]+)\)$/.exec(value)?.[1]
  if (other !== undefined) return colourOf(colours, other, scheme)
  const both = /^light-dark\((\S+), (\S+)\)$/.exec(value)
  const hex = (both?.[scheme === 'light' ? 1 : 2] ?? value).replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3')
  return hex === 'transparent' ? (scheme === 'light' ? '#ffffff' : '#000000') : hex
}

/** WCAG 2.2's relative luminance. */
const luminance = (hex: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const contrast = (one: string, other: string): number => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((first, second) => second - first)
  return (light + 0.05) / (dark + 0.05)
}

// axe-core only checks the contrast of text; these tests check other contrasts (WCAG 1.4.11). The plain preset uses system colors.
const pairs = [
  ['color-field-border', 'color-field'],
  ['color-field-border', 'color-surface'],
  ['color-field-border-hover', 'color-field'],
  ['color-focus', 'color-field'],
  ['color-focus', 'color-surface'],
  ['color-danger', 'color-field'],
  ['color-accent', 'color-surface'],
] as const

test.each([
  ['default', 'light', tokens],
  ['default', 'dark', tokens],
  ['minimal', 'light', coloursOf('minimal')],
  ['minimal', 'dark', coloursOf('minimal')],
  ['midnight', 'dark', coloursOf('midnight')],
] as const)('%s, %s: edges of fields and the focus stand out 3 to 1', (_, scheme, colours) => {
  const faint = pairs.filter(
    ([one, other]) => contrast(colourOf(colours, one, scheme), colourOf(colours, other, scheme)) < 3,
  )

  expect(faint).toEqual([])
})
