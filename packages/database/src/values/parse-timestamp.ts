/**
 * Converts PostgreSQL's text of a `timestamptz`, by itself or in JSON, to `YYYY-MM-DDTHH:mm:ss.sssZ`; digits after the milliseconds are cut
 * off. Sessions run in UTC, so the function only cuts and joins text. Lists have thousands of timestamps, and a Date for each would cost
 * more than all other columns.
 */
export const parseTimestamp = (text: string): string =>
  inUtc.test(text)
    ? `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, text.indexOf('+', 19)).slice(0, 3).padEnd(3, '0')}Z`
    : // A pooler between us and PostgreSQL may have forgotten the session's time zone.
      new Date(text.replace(shortOffset, '$1:00')).toISOString()

const inUtc = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(?:\.\d+)?\+00(?::00)?$/
const shortOffset = /([+-]\d\d)$/
