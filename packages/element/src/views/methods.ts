import { html } from 'lit'
import type { Checkout, SavedMethod } from '@billing-checkout/contract'
import { drawBrandMark, nameOfBrand } from '../card-frame/brand-marks.ts'
import { type CardBrand, cardBrands } from '../card-frame/card-brands.ts'
import { hasExpired } from '../checkout/chosen-method.ts'
import { wallets } from '../wallets/wallet-kinds.ts'
import type { Drawing, View } from './view.ts'

/** Which method is chosen, and what to do when another is: an id of a saved method, or null for a new card. */
export interface MethodChoice {
  readonly chosen: string | null
  readonly onChoose: (id: string | null) => void
}

/** The shopper's saved methods as native radios, with a new card as the last of them. */
export const drawMethods = ({ checkout, texts }: View, choice: MethodChoice): Drawing =>
  html`<div class="methods" part="methods" role="radiogroup" aria-labelledby="method-title">
    ${checkout.payment_methods.map((method) => {
      const isExpired = hasExpired(method, checkout.now.wall)
      return html`<label class="method" part="method">
        <input
          type="radio"
          name="method"
          .checked=${choice.chosen === method.id}
          ?disabled=${isExpired}
          @change=${() => choice.onChoose(method.id)}
        />
        <span class="mark">${drawBrandMark(brandIn(method))}</span>
        <span class="unseen">${accountOf(method) ?? texts.say('method.saved', wordsOf(method))}</span>
        <span class="method-name" aria-hidden="true" dir="ltr">${accountOf(method) ?? `•••• ${method.last4}`}</span>
        <span class="method-note">${currentNote(method, checkout, texts)}${noteOf(method, isExpired, texts)}</span>
      </label>`
    })}
    <label class="method" part="method">
      <input type="radio" name="method" .checked=${choice.chosen === null} @change=${() => choice.onChoose(null)} />
      <span class="mark">${drawBrandMark(null)}</span>
      <span class="method-name">${texts.say('method.new')}</span>
    </label>
  </div>`

/** A method's brand, if it is one we can draw. */
export const brandIn = ({ brand }: { readonly brand: string | null }): CardBrand | null =>
  cardBrands.find((known) => known === brand) ?? null

/** A method's brand and last digits, for messages. */
export const wordsOf = (
  method: Pick<SavedMethod, 'type' | 'brand' | 'last4'>,
): { readonly brand: string; readonly last4: string } => {
  const brand = brandIn(method)
  return { brand: brand === null ? (method.brand ?? method.type) : nameOfBrand(brand), last4: method.last4 ?? '' }
}

/** An account of another company, by what its holder knows it by. */
export const accountOf = ({ type, label }: Pick<SavedMethod, 'type' | 'label'>): string | null =>
  label === null || type === 'CARD' ? null : `${wallets[type].name} ${label}`

/** That a method is the one which another is to replace. */
const currentNote = (method: SavedMethod, { purpose, subscription }: Checkout, texts: View['texts']): string =>
  purpose === 'update_method' && subscription?.method?.id === method.id ? `${texts.say('method.current')} · ` : ''

const noteOf = (method: SavedMethod, isExpired: boolean, texts: View['texts']): string => {
  if (isExpired) return texts.say('method.expired')
  return method.exp_month === null ? '' : texts.say('method.expires', { date: expiryOf(method) })
}

const expiryOf = ({ exp_month: month, exp_year: year }: SavedMethod): string =>
  month === null || year === null ? '' : `${twoDigits(month)}/${String(year).slice(-2)}`

const twoDigits = (number: number): string => String(number).padStart(2, '0')
