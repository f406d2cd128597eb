import { html } from 'lit'
import type { Drawing, View } from '../views/view.ts'
import { type WalletKind, wallets } from './wallet-kinds.ts'
import { drawWalletMark } from './wallet-marks.ts'

/** Which method is chosen, and what to do when another is: a wallet's kind, or null for a new card. */
interface WalletChoice {
  readonly chosen: string | null
  readonly onChoose: (method: string | null) => void
}

/**
 * The wallets as native radios, of one group with the saved methods. Where none are saved, a card comes first. Choosing
 * is not paying: the one button that pays says what it costs, whatever it is paid with.
 */
export const drawWallets = (
  { checkout, texts }: View,
  kinds: readonly WalletKind[],
  { chosen, onChoose }: WalletChoice,
): Drawing => {
  const tile = (method: string | null, mark: Drawing, name: string): Drawing =>
    html`<label class="wallet" part="wallet">
      <input type="radio" name="method" .checked=${chosen === method} @change=${() => onChoose(method)} />
      ${mark}<span class="wallet-name">${name}</span>
    </label>`
  return html`<div class="wallets" part="wallets" role="radiogroup" aria-labelledby="method-title">
    ${checkout.payment_methods.length === 0 ? tile(null, drawWalletMark('CARD'), texts.say('method.card')) : ''}
    ${kinds.map((kind) => tile(kind, drawWalletMark(kind), wallets[kind].name))}
  </div>`
}
