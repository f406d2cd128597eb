import { states } from './states.ts'

/** What one address of the playground shows; every member is in its query string. */
export interface View {
  readonly state: string
  readonly theme: string
  readonly scheme: 'light' | 'dark' | 'auto'
  readonly locale: string
  readonly dir: 'auto' | 'ltr' | 'rtl'
  /** Pixels; 0 is as wide as there is room for. */
  readonly width: number
  readonly mode: 'sandbox' | 'live'
}

/** The presets to choose from; `default` is the element with nothing said. */
export const themes = ['default', 'minimal', 'midnight', 'plain'] as const

/** Reads a view out of a query string; what it does not say, or says wrongly, is as a first visit shows it. */
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

/** The view as a query string; only what differs from a first visit. */
export const queryOf = (view: View): string => {
  const first = viewOf(new URLSearchParams())
  const said = Object.entries(view).filter(([name, value]) => value !== first[name as keyof View])
  return new URLSearchParams(said.map(([name, value]) => [name, String(value)])).toString()
}
