import { type CardBrand, cardBrands } from '../brands/card-brands.ts'
import { isBoolean, isSmallInteger, matchesPattern, isOneOf, type MessageOf } from './message-shape.ts'

/** The first message, and the only one that is sent by `window.postMessage`. It comes with a port, which carries all other messages. */
export const connectMessage = { type: 'billing-checkout:connect', protocol: 1 } as const

const isDictionary = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isKnownBrand = isOneOf(cardBrands)

const isBrand = (value: unknown): value is CardBrand | null => value === null || isKnownBrand(value)

/**
 * Messages from the element to the card frame. `mark` does the same as `reject`, but does not move the focus. The frame validates each
 * theme value before it applies the value.
 */
export const messagesToFrame = {
  configure: { locale: matchesPattern(/^[\w-]{2,35}$/), scheme: isOneOf(['light', 'dark']), tokens: isDictionary },
  disable: { disabled: isBoolean },
  fill: { number: matchesPattern(/^\d{12,19}$/) },
  focus: {},
  mark: { field: isOneOf(['number', 'expiry', 'cvc']) },
  reject: { field: isOneOf(['number', 'expiry', 'cvc']) },
  seal: { request: isSmallInteger },
} as const

/** Messages that the card frame may send at any time; they never contain what the shopper typed. */
export const cardFrameEvents = {
  blurred: {},
  changed: { brand: isBrand, complete: isBoolean, empty: isBoolean },
  focused: {},
  height: { height: isSmallInteger },
  leaving: {},
  ready: {},
  submitted: {},
} as const

/** The card frame's answers to the element's request for the card. */
export const cardAnswers = {
  failed: { request: isSmallInteger },
  invalid: { request: isSmallInteger },
  sealed: {
    request: isSmallInteger,
    encrypted: matchesPattern(/^[\w-]+(\.[\w-]+){4}$/),
    brand: isBrand,
    last4: matchesPattern(/^\d{4}$/),
  },
  tokenized: {
    request: isSmallInteger,
    processor_token: matchesPattern(/^[\w-]+$/),
    connection: matchesPattern(/^[\w-]+$/),
  },
} as const

/** All messages from the card frame to the element. */
export const messagesToElement = { ...cardFrameEvents, ...cardAnswers } as const

/** A message to the card frame. */
export type MessageToFrame = MessageOf<typeof messagesToFrame>

/** The result of requesting the card: encrypted by our own fields, a token from a processor's fields, invalid, or failed. */
export type EnteredCard = MessageOf<typeof cardAnswers>

/** A message to the element. */
export type MessageToElement = MessageOf<typeof messagesToElement>
