/**
 * Makes an Intl formatter once for each locale, because making one costs a hundred times as much as using it. The cache is bounded, because
 * shoppers choose the locales.
 */
export const oncePerLocale = <Formatter>(make: (locale: string) => Formatter): ((locale: string) => Formatter) => {
  const made = new Map<string, Formatter>()
  return (locale) => {
    const known = made.get(locale)
    if (known !== undefined) return known
    const formatter = make(locale)
    if (made.size >= localesMax) made.clear()
    made.set(locale, formatter)
    return formatter
  }
}

const localesMax = 500
