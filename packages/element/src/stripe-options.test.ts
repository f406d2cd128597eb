import type {
  CreatePaymentMethodCardData,
  StripeCardCvcElementOptions,
  StripeCardExpiryElementOptions,
  StripeCardNumberElementOptions,
  StripeCardNumberElementUpdateOptions,
  StripeConstructorOptions,
  StripeElementLocale,
  StripeElementsOptionsMode,
  StripeElementStyle,
  StripeElementsUpdateOptions,
  StripeExpressCheckoutElementOptions,
} from '@stripe/stripe-js'
import { locales } from '@billing-checkout/domain/locales'
import { expect, expectTypeOf, test } from 'vitest'
import type { fieldStyleLike } from './card-frame/hosted/field-style.ts'
import type { NewFieldOptions, OpenStripe, StripeFieldOptions, StripeJs } from './card-frame/hosted/stripe/stripe-js.ts'
import { stripeLocaleOf } from './card-frame/hosted/stripe/stripe-locale.ts'
import type { ElementsOptions, ExpressOptions } from './wallet-frame/express-checkout.ts'

// The step `types` of `npm test` checks the types of these tests. They compare every option that we pass with the types of the same release
// of Stripe.js, because our fake of Stripe's script accepts any option. Only a real account shows how the real script treats an option.

type KeyOf<Type> = Type extends unknown ? keyof Type : never
type MemberOf<Type, Name> = Type extends unknown ? (Name extends keyof Type ? NonNullable<Type[Name]> : never) : never

/** The names in `Ours`, at any depth, that `Theirs` lacks; `never` if `Theirs` has all of them. */
type Unknown<Ours, Theirs> = Ours extends readonly (infer Each)[]
  ? Unknown<Each, Theirs extends readonly (infer Their)[] ? Their : never>
  : Ours extends Date | string | number | boolean | undefined
    ? never
    : string extends keyof Ours
      ? never
      : {
          [Name in keyof Ours]-?: Name extends KeyOf<Theirs> ? Unknown<Ours[Name], MemberOf<Theirs, Name>> : Name
        }[keyof Ours]

type Group = Omit<ElementsOptions, 'mode' | 'amount' | 'locale'>
type CardMethod = Parameters<StripeJs['createPaymentMethod']>[0]

test('every option of the wallet frame’s group of elements exists in Stripe’s script', () => {
  expectTypeOf<Unknown<ElementsOptions, StripeElementsOptionsMode>>().toBeNever()
  expectTypeOf<Group & { mode: 'payment'; amount: number }>().toExtend<StripeElementsOptionsMode>()
  expectTypeOf<Group & { mode: 'setup' }>().toExtend<StripeElementsOptionsMode>()
})

test('an option that Stripe’s script has removed is reported by its name', () => {
  type Removed = Omit<ElementsOptions, 'allowedPaymentMethodTypes'> & { paymentMethodTypes: ['card'] }

  expectTypeOf<Unknown<Removed, StripeElementsOptionsMode>>().toEqualTypeOf<'paymentMethodTypes'>()
})

test('every option of the wallet’s button exists in Stripe’s script', () => {
  expectTypeOf<Unknown<ExpressOptions, StripeExpressCheckoutElementOptions>>().toBeNever()
  expectTypeOf<ExpressOptions>().toExtend<StripeExpressCheckoutElementOptions>()
})

test('every option of the card fields exists in Stripe’s script, and only the number field has Link’s option', () => {
  expectTypeOf<Unknown<NewFieldOptions, StripeCardNumberElementOptions>>().toBeNever()
  expectTypeOf<NewFieldOptions>().toExtend<StripeCardNumberElementOptions>()
  expectTypeOf<Unknown<NewFieldOptions, StripeCardExpiryElementOptions>>().toEqualTypeOf<'disableLink'>()
  expectTypeOf<Unknown<NewFieldOptions, StripeCardCvcElementOptions>>().toEqualTypeOf<'disableLink'>()
  expectTypeOf<Unknown<StripeFieldOptions, StripeCardNumberElementUpdateOptions>>().toBeNever()
  expectTypeOf<StripeFieldOptions>().toExtend<StripeCardNumberElementUpdateOptions>()
})

test('every property of a field’s style exists in Stripe’s script', () => {
  expectTypeOf<Unknown<ReturnType<typeof fieldStyleLike>, StripeElementStyle>>().toBeNever()
  expectTypeOf<ReturnType<typeof fieldStyleLike>>().toExtend<StripeElementStyle>()
})

test('the account, the language and the new method have names that exist in Stripe’s script', () => {
  type Account = NonNullable<Parameters<OpenStripe>[1]>

  expectTypeOf<Unknown<Account, StripeConstructorOptions>>().toBeNever()
  expectTypeOf<Unknown<{ locale: string }, StripeElementsUpdateOptions>>().toBeNever()
  expectTypeOf<Unknown<Omit<CardMethod, 'card'>, CreatePaymentMethodCardData>>().toBeNever()
})

test('every language that we pass to Stripe’s fields is supported by Stripe’s script', () => {
  const spoken = Object.keys({
    auto: 0,
    ar: 0,
    bg: 0,
    cs: 0,
    da: 0,
    de: 0,
    el: 0,
    en: 0,
    'en-AU': 0,
    'en-CA': 0,
    'en-NZ': 0,
    'en-GB': 0,
    es: 0,
    'es-ES': 0,
    'es-419': 0,
    et: 0,
    fi: 0,
    fil: 0,
    fr: 0,
    'fr-CA': 0,
    'fr-FR': 0,
    he: 0,
    hu: 0,
    hr: 0,
    id: 0,
    it: 0,
    'it-IT': 0,
    ja: 0,
    ko: 0,
    lt: 0,
    lv: 0,
    ms: 0,
    mt: 0,
    nb: 0,
    nl: 0,
    no: 0,
    pl: 0,
    pt: 0,
    'pt-BR': 0,
    ro: 0,
    ru: 0,
    sk: 0,
    sl: 0,
    sv: 0,
    th: 0,
    tr: 0,
    vi: 0,
    zh: 0,
    'zh-HK': 0,
    'zh-TW': 0,
  } satisfies Record<StripeElementLocale, 0>)

  expect(locales.map(stripeLocaleOf).filter((locale) => !spoken.includes(locale))).toEqual([])
})
