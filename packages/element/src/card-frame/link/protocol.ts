import { type CardBrand, cardBrands } from '../brands/card-brands.ts'
import { isBoolean, isCount, isLike, isOneOf, type MessageOf } from './message-shape.ts'

/** The only message that crosses by `postMessage`; everything after it goes over the port it carries. */
export const connectMessage = { type: 'billing-checkout:connect', protocol: 1 } as const

const isDictionary = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isKnownBrand = isOneOf(cardBrands)

const isBrand = (value: unknown): value is CardBrand | null => value === null || isKnownBrand(value)

/** What the element may tell the card frame. Theme values are checked again, one by one, when they are applied. */
export const toFrame = {
  configure: { locale: isLike(/^[\w-]{2,35}$/), scheme: isOneOf(['light', 'dark']), tokens: isDictionary },
  disable: { disabled: isBoolean },
  fill: { number: isLike(/^\d{12,19}$/) },
  focus: {},
  reject: { field: isOneOf(['number', 'expiry', 'cvc']) },
  seal: { request: isCount },
} as const

/** What the card frame may tell the element at any time: never a number, a security code or a key press. */
export const frameNews = {
  blurred: {},
  changed: { brand: isBrand, complete: isBoolean, empty: isBoolean },
  focused: {},
  height: { height: isCount },
  leaving: {},
  ready: {},
  submitted: {},
} as const

/** What the card frame answers once the element asks for the card. */
export const enteredCard = {
  failed: { request: isCount },
  invalid: { request: isCount },
  sealed: {
    request: isCount,
    encrypted: isLike(/^[\w-]+(\.[\w-]+){4}$/),
    brand: isBrand,
    last4: isLike(/^\d{4}$/),
  },
  tokenized: {
    request: isCount,
    processor_token: isLike(/^[\w-]+$/),
    connection: isLike(/^[\w-]+$/),
  },
} as const

/** All that the card frame may tell the element. */
export const toElement = { ...frameNews, ...enteredCard } as const

/** A message to the card frame. */
export type ToFrame = MessageOf<typeof toFrame>

/** The result of a request for the typed card: sealed by our fields, made a token by a processor's own, wrong or lost. */
export type EnteredCard = MessageOf<typeof enteredCard>

/** A message to the element. */
export type ToElement = MessageOf<typeof toElement>
