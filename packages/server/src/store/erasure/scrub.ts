import { checkResults } from '@billing-checkout/contract'
import { foldCase } from '@billing-checkout/domain'

/**
 * Returns a JSON value without personal data. It removes the members whose names imply personal data, and in all texts the words that
 * identify the person. Amounts, dates, identifiers and countries stay.
 */
export const scrubValue = (value: unknown, words: readonly string[]): unknown =>
  scrubMember([], value, scrubberOf(words))

/**
 * In a text, replaces the words that identify a person, such as the name and e-mail address. A text that may be a code is replaced only as
 * a whole.
 */
export const scrubText = (text: string, words: readonly string[]): string => scrubberOf(words)(text)

/** The text that replaces each removed word. */
const erasedWord = '[erased]'

type ScrubText = (text: string) => string

const scrubMember = ([name = '', parent = '']: readonly string[], value: unknown, scrubbed: ScrubText): unknown => {
  if (value === null || (checkResultMembers.has(parent) && isCheckResult(value))) return value
  if (Object.hasOwn(replacements, name)) return replacements[name]
  if (name === 'name' && hasPersonsName.has(parent)) return null
  // `address` is a place if it is an object, and a caller's network address if it is a string.
  if (typeof value === 'string') {
    if (name === 'address') return null
    return codeMembers.has(name) && !proseMark.test(value) ? value : scrubbed(value)
  }
  if (Array.isArray(value)) return value.map((part) => scrubMember(['', name], part, scrubbed))
  if (typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries({ ...value, ...withoutFreeText(value) }).map(([key, member]) => [
      key,
      scrubMember([key, name], member, scrubbed),
    ]),
  )
}

/**
 * Replacements for members that hold personal data. A card keeps its brand, last digits, issuer and expiry, so that a payment can still be
 * matched with a statement.
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
  // Members of an email: its recipient and its text. Names in the text are escaped, so a search for words would miss them.
  to: null,
  html: '',
  fingerprint: null,
  bin: null,
  number: null,
  metadata: {},
  // The customer's comment on a cancellation.
  comment: null,
}

/**
 * Returns replacements for the free text of a declaration, or of the email that acknowledges one, because such text may identify the person
 * by words that the person's stored data does not contain.
 */
const withoutFreeText = (value: object): object => {
  if ('id' in value && typeof value.id === 'string' && value.id.startsWith('decl_'))
    return { contract: null, reason: null }
  const { facts, text } = value as { readonly facts?: object | null; readonly text?: unknown }
  return typeof text === 'string' && facts != null && 'declaration_id' in facts ? { text: '' } : {}
}

/**
 * Members that keep their value even if it equals one of the person's words, because the code compares the value or finds a payment by it:
 * without `approved`, a payment would have no outcome. A value with a mark of prose (`proseMark`) is scrubbed nevertheless.
 */
const codeMembers: ReadonlySet<string> = new Set(
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

/** The objects with the results of a bank's address check. Their keys are named like the parts of an address, but the results are kept. */
const checkResultMembers: ReadonlySet<string> = new Set(['avs', 'result'])

const isCheckResult = (value: unknown): boolean => checkResults.some((result) => result === value)

const hasPersonsName: ReadonlySet<string> = new Set(['customer', 'card'])

/**
 * Returns a function that removes the person's words from prose. A text that is not prose may be a code that contains one of these words by
 * chance, so it is replaced only if it equals a word.
 */
const scrubberOf = (words: readonly string[]): ScrubText => {
  if (words.length === 0) return (text) => text
  const written = words.flatMap(spellingsOf)
  const whole = new Set(written)
  const spelled = [...new Set(written.flatMap((word) => [word, encodeURIComponent(word), word.replaceAll(' ', '+')]))]
  const longestFirst = spelled.toSorted((one, other) => other.length - one.length).map(escaped)
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${longestFirst.join('|')})(?![\\p{L}\\p{N}])`, 'giu')
  return (text) => (proseMark.test(text) ? text.replace(pattern, erasedWord) : whole.has(text) ? erasedWord : text)
}

/**
 * The forms of a word in upper and lower case, with composed and decomposed accents. A regular expression that ignores case does not match
 * all of these forms.
 */
const spellingsOf = (word: string): readonly string[] =>
  [word, foldCase(word), word.toUpperCase()].flatMap((each) => [each, each.normalize('NFC'), each.normalize('NFD')])

/** A text with one of these marks is prose, an address or a URL; any other text may be a code. */
const proseMark = /[\s@%?]|:\/\//

const escaped = (word: string): string => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/**
 * Returns the texts that identify a person, and each word of these texts. It leaves out short words, because they may be part of other
 * words by chance.
 */
export const identifyingWordsOf = (values: readonly unknown[]): readonly string[] => {
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
