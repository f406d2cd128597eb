import { checkResults } from '@billing-checkout/contract'
import { foldCase } from '@billing-checkout/domain'

/**
 * A JSON value without its personal data. It removes members whose names hold personal data, and the person's own words from any text.
 * Amounts, dates, identifiers and countries stay.
 */
export const scrub = (value: unknown, words: readonly string[]): unknown => scrubMember([], value, scrubberOf(words))

/** A text without a person's words. */
export const scrubText = (text: string, words: readonly string[]): string => scrubberOf(words)(text)

/** What stands in the place of a word that was taken out of a text. */
const erasedWord = '[erased]'

type ScrubText = (text: string) => string

const scrubMember = ([name = '', parent = '']: readonly string[], value: unknown, scrubbed: ScrubText): unknown => {
  if (value === null || (hasChecks.has(parent) && isCheckResult(value))) return value
  if (Object.hasOwn(replacements, name)) return replacements[name]
  if (name === 'name' && hasPersonsName.has(parent)) return null
  // A caller's network address has the name that a place has elsewhere.
  if (typeof value === 'string') {
    if (name === 'address') return null
    return holdsCodes.has(name) && !isRead.test(value) ? value : scrubbed(value)
  }
  if (Array.isArray(value)) return value.map((part) => scrubMember(['', name], part, scrubbed))
  if (typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries({ ...value, ...withoutTyped(value) }).map(([key, member]) => [
      key,
      scrubMember([key, name], member, scrubbed),
    ]),
  )
}

/** What a consumer typed to cancel or withdraw, and its acknowledgement, may name the person in words that are not known. */
const withoutTyped = (value: object): object => {
  if ('id' in value && typeof value.id === 'string' && value.id.startsWith('decl_'))
    return { contract: null, reason: null }
  const { facts, text } = value as { readonly facts?: object | null; readonly text?: unknown }
  return typeof text === 'string' && facts != null && 'declaration_id' in facts ? { text: '' } : {}
}

/**
 * Members whose values code compares, or by which a payment is found again. A person may be called by one of them, and it would be another
 * value without it: a payment that was `approved` would have ended in no way. What has the form of a sentence is scrubbed in them, too.
 */
const holdsCodes: ReadonlySet<string> = new Set(
  [
    'id kind type object status state code reason mode behavior result initiator',
    'payment_status payment_type payment_token_type tokenType event_type plan_type cvc',
    'advice_code advice decline_code declineCode networkCode auth_code authCode',
    'authentication_flow liability_shift locale version interval trial_interval',
    'last4 brand funding issuer country currency currency_code currencyCode approvedCurrency',
    'reference token storedToken arn merchantId processor_merchant_id calculation_id',
    'transactionId transaction_id processor_transaction_id networkPaymentId network_payment_id',
    'customer_id payment_id subscription_id plan_id session_id connection',
  ].flatMap((names) => names.split(' ')),
)

/** What a bank's check of an address found stands under the names of the address's parts. */
const hasChecks: ReadonlySet<string> = new Set(['avs', 'result'])

const isCheckResult = (value: unknown): boolean => checkResults.some((result) => result === value)

const hasPersonsName: ReadonlySet<string> = new Set(['customer', 'card'])

/**
 * The person's words are removed from text that people read. A value that code compares may contain one by chance, so it counts only as a
 * whole.
 */
const scrubberOf = (words: readonly string[]): ScrubText => {
  if (words.length === 0) return (text) => text
  const written = words.flatMap(writingsOf)
  const whole = new Set(written)
  const spelled = [...new Set(written.flatMap((word) => [word, encodeURIComponent(word), word.replaceAll(' ', '+')]))]
  const longestFirst = spelled.toSorted((one, other) => other.length - one.length).map(escaped)
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${longestFirst.join('|')})(?![\\p{L}\\p{N}])`, 'giu')
  return (text) => (isRead.test(text) ? text.replace(pattern, erasedWord) : whole.has(text) ? erasedWord : text)
}

/** A word in capitals or not, with accents composed or not. A pattern that ignores case does not know all of that. */
const writingsOf = (word: string): readonly string[] =>
  [word, foldCase(word), word.toUpperCase()].flatMap((each) => [each, each.normalize('NFC'), each.normalize('NFD')])

const isRead = /[\s@%?]|:\/\//

const escaped = (word: string): string => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** The texts by which a person would be found: long enough not to be part of something else. */
export const wordsOf = (values: readonly unknown[]): readonly string[] => {
  const words = new Set<string>()
  const collect = (value: unknown): void => {
    if (typeof value === 'string') {
      for (const word of [value.trim(), ...value.split(/\s+/)]) if (word.length >= shortestWord) words.add(word)
    } else if (value !== null && typeof value === 'object') Object.values(value).forEach(collect)
  }
  values.forEach(collect)
  return [...words]
}

const shortestWord = 4

/**
 * What takes the place of members that hold personal data. A card keeps its brand, its last digits, its bank and when it expires, by which
 * a payment is recognised in a statement.
 */
const replacements: Readonly<Record<string, unknown>> = {
  full_name: null,
  name_on_card: null,
  email: null,
  phone: null,
  external_id: null,
  externalId: null,
  line1: null,
  line2: null,
  city: null,
  postal_code: null,
  postalCode: null,
  first_name: null,
  last_name: null,
  payer_id: null,
  username: null,
  userAgent: null,
  cashtag: null,
  // An email: the address that it went to, and its text, in which names are escaped.
  to: null,
  html: '',
  fingerprint: null,
  bin: null,
  number: null,
  metadata: {},
  // What a customer wrote when they cancelled.
  comment: null,
}
