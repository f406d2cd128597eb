import type { Checkout, SavedMethod } from '@billing-checkout/contract'
import { html, type LitElement, nothing } from 'lit'
import { renderBrandMark } from '../card-frame/brands/brand-marks.ts'
import { hasExpired } from '../checkout/order/chosen-method.ts'
import type { CheckoutViewInput, Rendering } from '../drawing/view.ts'
import type { WalletKind } from '../checkout/requests/transport.ts'
import { wallets } from '../wallets/wallet-kinds.ts'
import { walletAccountOf, cardBrandOf, methodMessageValues } from './method-words.ts'
import { renderWalletMark } from '../wallets/wallet-marks.ts'

/** The chosen method (a saved method's id, a wallet's kind, or null for a new card), and a callback for a new choice. */
export interface MethodChoice {
  readonly chosen: string | null
  readonly onChoose: (method: string | null) => void
}

/** The rows of a method list: the rows above the card form, the last of which is the new card, and the rows below the form. */
export interface MethodRows {
  readonly above: Rendering
  readonly below: Rendering
}

/**
 * Every payment method, as radio buttons of one group: saved methods, device wallets, a new card with its form below it, other wallets. An
 * expired card has a button to replace it instead. Choosing a method charges nothing; one button below pays by any method.
 */
export const renderMethodRows = (
  view: CheckoutViewInput,
  kinds: readonly WalletKind[],
  choice: MethodChoice,
): MethodRows => {
  const { checkout, texts } = view
  const { payment_methods: saved, method_kinds: offered } = checkout
  const renderKinds = (flow: (typeof wallets)[WalletKind]['flow']) =>
    kinds
      .filter((kind) => wallets[kind].flow === flow)
      .map((kind) =>
        renderRow(
          { method: kind, mark: renderWalletMark(kind), name: wallets[kind].name, part: 'method wallet' },
          choice,
        ),
      )
  const newCard = texts.say(saved.length > 0 ? 'method.new' : 'method.card')
  return {
    above: html`${saved.map((method) => renderSaved(method, view, choice))} ${renderKinds('sheet')}
    ${offered.includes('CARD') ? renderRow({ method: null, mark: renderBrandMark(null), name: newCard }, choice) : nothing}`,
    below: html`${renderKinds('redirect')}`,
  }
}

interface Row {
  readonly method: string | null
  readonly mark: unknown
  readonly name: Rendering | string
  readonly note?: Rendering
  readonly part?: string
}

const renderRow = ({ method, mark, name, note = nothing, part = 'method' }: Row, choice: MethodChoice): Rendering =>
  html`<label class="method" part=${part}>
    <input type="radio" name="method" .checked=${choice.chosen === method} @change=${() => choice.onChoose(method)} />
    <span class="mark">${mark}</span>
    <span class="method-words"><span class="method-name">${name}</span>${note}</span>
  </label>`

const renderSaved = (method: SavedMethod, { checkout, texts }: CheckoutViewInput, choice: MethodChoice): Rendering => {
  const { id } = method
  const mark = renderBrandMark(cardBrandOf(method))
  const name = renderSavedName(method, texts)
  if (hasExpired(method, checkout.now.wall)) return renderExpired({ method: id, mark, name }, texts, choice)
  const words = [currentNote(method, checkout, texts), expiryNote(method, texts)].filter((note) => note !== null)
  return renderRow(
    { method: id, mark, name, note: html`<span class="method-note">${words.join(' · ')}</span>` },
    choice,
  )
}

/** The name of a saved method: a wallet's account, or a card's last digits, which a screen reader reads in words with the brand. */
export const renderSavedName = (
  method: Pick<SavedMethod, 'type' | 'brand' | 'last4' | 'label'>,
  texts: CheckoutViewInput['texts'],
): Rendering =>
  html`<span class="unseen">${walletAccountOf(method) ?? texts.say('method.saved', methodMessageValues(method))}</span
    ><span aria-hidden="true" dir="ltr">${walletAccountOf(method) ?? `•••• ${method.last4}`}</span>`

/** The row of an expired card. Its button opens the form for a new card. */
const renderExpired = (
  { method, mark, name }: Row,
  texts: CheckoutViewInput['texts'],
  { onChoose }: MethodChoice,
): Rendering =>
  html`<div class="method expired" part="method">
    <span class="mark">${mark}</span>
    <span class="method-words">
      <span class="method-name" id="expired-${method}">${name} <small>${texts.say('method.expired')}</small></span>
      <button
        class="renew"
        part="renew"
        type="button"
        aria-describedby="expired-${method}"
        @click=${(event: Event) => void openNewCard(event, onChoose)}
      >
        ${texts.say('method.renew')}
      </button>
    </span>
  </div>`

const openNewCard = async ({ currentTarget }: Event, onChoose: MethodChoice['onChoose']): Promise<void> => {
  const element = ((currentTarget as Element).getRootNode() as ShadowRoot).host as LitElement
  onChoose(null)
  await element.updateComplete
  element.focus()
}

/** The note on the method that the shopper is about to replace; null for other methods. */
const currentNote = (
  method: SavedMethod,
  { purpose, subscription }: Checkout,
  texts: CheckoutViewInput['texts'],
): string | null =>
  purpose === 'update_method' && subscription?.method?.id === method.id ? texts.say('method.current') : null

const expiryNote = (
  { exp_month: month, exp_year: year }: SavedMethod,
  texts: CheckoutViewInput['texts'],
): string | null =>
  month === null || year === null
    ? null
    : texts.say('method.expires', { date: `${String(month).padStart(2, '0')}/${String(year).slice(-2)}` })
