import { z } from 'zod'
import { countryCodes } from '../vocabulary/country-codes.ts'
import { currencyCodes } from '../vocabulary/currency-codes.ts'
import { filledText } from './text.ts'

/** The largest amount that the service charges or stores, in minor units. Every language and database can represent it exactly. */
export const amountMax = 1_000_000_000_000

/** A point in time in an answer: ISO 8601 UTC with milliseconds and `Z`. */
export const timestamp = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  .meta({ format: 'date-time' })

/** A point in time in a request: with any UTC offset; or a date alone, which means 00:00Z. */
export const timestampInput = timestampFrom('T00:00:00.000Z')

/** A point in time in an answer, or null. */
export const nullableTimestamp = timestamp.nullable()

/** A text in an answer, or null. */
export const nullableText = z.string().nullable()

/** The end of a time span in a request: like `timestampInput`, but a date alone means the end of that day in UTC. */
export const timestampInputOfEnd = timestampFrom('T23:59:59.999Z')

function timestampFrom(timeOfDate: string) {
  return z
    .union([z.iso.datetime({ offset: true, local: false }), z.iso.date()], {
      error: 'must be an ISO 8601 timestamp such as 2026-01-31T12:00:00Z, or a date',
    })
    .transform((value, context) => {
      const millis = Date.parse(value.length === 'YYYY-MM-DD'.length ? `${value}${timeOfDate}` : value)
      if (Number.isNaN(millis) || millis < yearOne || millis > yearLast) {
        context.addIssue({ code: 'custom', message: 'must be a date between the years 1 and 9999', input: value })
        return z.NEVER
      }
      return new Date(millis).toISOString()
    })
}

const yearOne = Date.parse('0001-01-01T00:00:00Z')
const yearLast = Date.parse('9999-12-31T23:59:59.999Z')

/** A prefixed identifier in an answer, such as `cus_<uuid>`. */
export const idOf = (prefix: string) =>
  z.string().regex(new RegExp(`^${prefix}_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$`))

/** An identifier in a request: any text, because an unknown id gets a 404 and not a 400. */
export const idInput = filledText(255)

/** An amount in minor units, never negative. */
export const amount = z.int().min(0).max(amountMax)

/** One of the currency codes that a payment may be in. */
export const currencyCode = z.enum(currencyCodes)

/** A two-letter country code, upper case. */
export const countryCode = z.enum(countryCodes, { error: 'must be a two-letter ISO 3166-1 country code in upper case' })

/** An email address in a request. */
export const emailInput = filledText(254).regex(/^[^\s@]+@[^\s@]+$/, 'must be an e-mail address')

/** The language that a page states. The server ignores it if it is not a language tag, because that must not prevent a sale. */
export const pageLocale = z.string()

/** A BCP 47 language tag that the JavaScript runtime accepts. */
export const localeInput = filledText(64).refine(isLocale, 'must be a BCP 47 language tag such as en or de-CH')

function isLocale(value: string): boolean {
  try {
    return Intl.getCanonicalLocales(value).length === 1
  } catch {
    return false
  }
}
