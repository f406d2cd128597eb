import { sharedTokenNames } from './first-tokens.ts'

/** The part of the element's look that its card frame shares. */
export interface Theme {
  readonly scheme: 'light' | 'dark'
  readonly tokens: Readonly<Record<string, string>>
}

/** The present theme of `element`: its color scheme, and the shared tokens that the page has set. */
export const themeOf = (element: Element): Theme => {
  const style = getComputedStyle(element)
  const tokens: Record<string, string> = {}
  for (const name of sharedTokenNames) {
    const value = style.getPropertyValue(`--billing-${name}`).trim()
    if (value) tokens[name] = value
  }
  return { scheme: resolveColorScheme(style.colorScheme), tokens }
}

/** The color scheme that the browser uses for this computed `color-scheme`. */
export const resolveColorScheme = (computed: string): 'light' | 'dark' => {
  // If a page sets the scheme in a meta element alone, computed styles do not reflect it.
  const meta = computed === 'normal' && document.querySelector<HTMLMetaElement>('meta[name=color-scheme]')
  const supported = meta ? meta.content : computed
  if (!/dark/.test(supported)) return 'light'
  return !/light/.test(supported) || matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
