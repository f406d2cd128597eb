import { states } from './states.ts'

/** One view of the playground; every member is in the query of its address. */
export interface View {
  readonly state: string
  readonly theme: string
  readonly scheme: 'light' | 'dark' | 'auto'
  readonly locale: string
  readonly dir: 'auto' | 'ltr' | 'rtl'
  /** In pixels; 0 takes all available width. */
  readonly width: number
  readonly mode: 'sandbox' | 'live'
}

/** The theme presets; `default` stands for no preset. */
export const themes = ['default', 'minimal', 'midnight', 'plain'] as const

/** Reads a view from a query string; missing or invalid members get their defaults. */
export const viewOf = (query: URLSearchParams): View => {
  const state = query.get('state') ?? ''
  const locale = query.get('locale') ?? ''
  const width = Number(query.get('width'))
  return {
    state: Object.hasOwn(states, state) ? state : 'trial',
    theme: oneOf(themes, query.get('theme')),
    scheme: oneOf(['auto', 'light', 'dark'], query.get('scheme')),
    locale: /^[A-Za-z]{2,3}(-[A-Za-z\d]{2,8})*$/.test(locale) ? locale : 'en',
    dir: oneOf(['auto', 'ltr', 'rtl'], query.get('dir')),
    width: Number.isInteger(width) && width >= 240 && width <= 2000 ? width : 0,
    mode: oneOf(['sandbox', 'live'], query.get('mode')),
  }
}

const oneOf = <const Choice>(choices: readonly [Choice, ...Choice[]], wanted: string | null): Choice =>
  choices.find((choice) => choice === wanted) ?? choices[0]

/** The view as a query string, with only the members that differ from their defaults. */
export const queryOf = (view: View): string => {
  const first = viewOf(new URLSearchParams())
  const said = Object.entries(view).filter(([name, value]) => value !== first[name as keyof View])
  return new URLSearchParams(said.map(([name, value]) => [name, String(value)])).toString()
}
