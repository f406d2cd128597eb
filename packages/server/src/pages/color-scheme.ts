/** The content of `<meta name="color-scheme">`: that of the checkout which a page belongs to, or both. */
export type ColorScheme = 'light' | 'dark' | 'light dark'

/** The colour scheme that the query of an address asks for; both if it names none. */
export const schemeIn = ({ scheme }: { readonly scheme?: unknown }): ColorScheme =>
  scheme === 'light' || scheme === 'dark' ? scheme : 'light dark'
