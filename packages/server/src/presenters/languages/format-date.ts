import type { Timestamp } from '@billing-checkout/domain'
import { oncePerLocale } from './once-per-locale.ts'

/** Formats the UTC day of a moment in a locale: `3 March 2027`. */
export const formatDate = (at: Timestamp, locale: string): string => {
  const { formatter, written } = datesIn(locale)
  const day = at.slice(0, 'YYYY-MM-DD'.length)
  const known = written.get(day)
  if (known !== undefined) return known
  const date = formatter.format(Date.parse(at))
  if (written.size >= writtenMax) written.clear()
  written.set(day, date)
  return date
}

/** Cached, because the same few dates are formatted most of the time, and Intl takes longer than a look-up here. */
const datesIn = oncePerLocale((locale) => ({
  formatter: new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }),
  written: new Map<string, string>(),
}))

const writtenMax = 200

/** Formats the UTC day and time of a moment in a locale: `3 March 2027 at 09:00 UTC`. */
export const formatMoment = (at: Timestamp, locale: string): string => momentsIn(locale).format(Date.parse(at))

const momentsIn = oncePerLocale(
  (locale) =>
    new Intl.DateTimeFormat(locale, {
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZone: 'UTC',
      timeZoneName: 'short',
    }),
)
