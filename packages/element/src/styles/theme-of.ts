import { sharedNames } from './first-tokens.ts'

/** The looks that the card frame shares with its element. */
export interface Theme {
  readonly scheme: 'light' | 'dark'
  readonly tokens: Readonly<Record<string, string>>
}

/** The theme `element` wears right now: its used colour scheme and the shared tokens that the host page has set. */
export const themeOf = (element: Element): Theme => {
  const style = getComputedStyle(element)
  const tokens: Record<string, string> = {}
  for (const name of sharedNames) {
    const value = style.getPropertyValue(`--billing-${name}`).trim()
    if (value) tokens[name] = value
  }
  return { scheme: usedScheme(style.colorScheme), tokens }
}

/** The colour scheme that is used where `computed` is the computed `color-scheme`. */
export const usedScheme = (computed: string): 'light' | 'dark' => {
  // A page may say it in its head alone, which no computed style repeats.
  const meta = computed === 'normal' && document.querySelector<HTMLMetaElement>('meta[name=color-scheme]')
  const supported = meta ? meta.content : computed
  if (!/dark/.test(supported)) return 'light'
  return !/light/.test(supported) || matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}
