/** The content of `<meta name="color-scheme">`: the scheme of the checkout that a page belongs to, or both. */
export type ColorScheme = 'light' | 'dark' | 'light dark'

/** The color scheme in the query of a URL; if the query has none, both schemes. */
export const colorSchemeIn = ({ scheme }: { readonly scheme?: unknown }): ColorScheme =>
  scheme === 'light' || scheme === 'dark' ? scheme : 'light dark'
