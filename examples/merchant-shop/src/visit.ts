import { createHash, randomBytes } from 'node:crypto'
import type { Request, Response } from 'express'
import { type Country, countryOf } from './countries.ts'
import { isLanguage, type Language, languageOf, type Messages, messagesIn } from './languages/languages.ts'

/** The visitor, and what is needed to draw a page for them. */
export interface Visit {
  readonly language: Language
  readonly words: Messages
  readonly country: Country
  readonly shopper: Shopper | null
  /** The nonce by which the page's Content-Security-Policy allows the shop's own scripts and style sheets. */
  readonly nonce: string
}

/** A visitor who has given the shop their email address. */
export interface Shopper {
  readonly email: string
  /** The customer's `external_id` at the billing service; the same email address always has the same id. */
  readonly id: string
}

const usualCountry: Readonly<Record<Language, Country>> = { en: 'US', de: 'DE', ja: 'JP', ar: 'IQ' }

/**
 * Reads a visit from the request. `?lang=` and `?country=` are stored in cookies. If neither the address nor a cookie names a language or
 * country, the browser's languages decide.
 */
export const readVisit = (request: Request, response: Response): Visit => {
  const cookies = readCookies(request.get('Cookie'))
  const language =
    remember(response, 'lang', languageIn(request), cookies['lang'], isLanguage) ?? languageOf(wished(request))
  const country = remember(response, 'country', countryOf(request.query['country']), cookies['country'], isCountry)
  return {
    language,
    words: messagesIn(language),
    country: country ?? countryOf(/-([A-Za-z]{2})\b/.exec(wished(request)[0] ?? '')?.[1]) ?? usualCountry[language],
    shopper: shopperOf(cookies['shopper']),
    nonce: randomBytes(16).toString('base64'),
  }
}

/**
 * Signs a visitor in without proof, which is good enough only for a demonstration. A real shop must authenticate a
 * customer before it opens a checkout, because the checkout offers that customer's saved cards.
 */
export const signIn = (response: Response, email: string): Shopper | null => {
  const shopper = shopperOf(email)
  if (shopper !== null) setCookie(response, 'shopper', shopper.email)
  return shopper
}

/** Forgets who the visitor is. */
export const signOut = (response: Response): void => setCookie(response, 'shopper', '')

const shopperOf = (text: string | undefined): Shopper | null => {
  const email = text?.trim().toLowerCase() ?? ''
  if (email.length > 254 || !/^[^\s@,;]+@[^\s@,;]+$/.test(email)) return null
  return { email, id: `shopper-${createHash('sha256').update(email).digest('hex').slice(0, 24)}` }
}

const isCountry = (text: string): text is Country => countryOf(text) === text

const languageIn = (request: Request): Language | undefined => {
  const asked = request.query['lang']
  return typeof asked === 'string' && isLanguage(asked) ? asked : undefined
}

const wished = (request: Request): readonly string[] => request.acceptsLanguages().filter((tag) => tag !== '*')

/** Returns the value from the address, and stores it in a cookie. If the address has none, returns the value from the cookie. */
const remember = <Value extends string>(
  response: Response,
  name: string,
  asked: Value | undefined,
  remembered: string | undefined,
  isValue: (text: string) => text is Value,
): Value | undefined => {
  if (asked !== undefined) setCookie(response, name, asked)
  return asked ?? (remembered !== undefined && isValue(remembered) ? remembered : undefined)
}

// A browser sends cookies to every port of a host. The prefix separates the shop's cookies from those of other servers on this machine.
const prefix = 'nine-kettles-'

const setCookie = (response: Response, name: string, value: string): void => {
  response.cookie(prefix + name, value, {
    httpOnly: true,
    sameSite: 'lax',
    path: '/',
    maxAge: value === '' ? 0 : 30 * 86_400_000,
  })
}

const readCookies = (header = ''): Readonly<Partial<Record<string, string>>> =>
  Object.fromEntries(
    header.split(';').flatMap((pair) => {
      const [name = '', value = ''] = pair.trim().split('=')
      return name.startsWith(prefix) ? [[name.slice(prefix.length), decode(value)]] : []
    }),
  )

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}
