import { html } from 'lit'
import type { CheckoutViewInput, Rendering } from '../../drawing/view.ts'

/** The checkbox for saving the new card. It is never ticked in advance, and its state is read only when the card is sent. */
export const renderStoreBox = ({ texts }: CheckoutViewInput): Rendering =>
  html`<label class="store" part="store"
    ><input type="checkbox" id="store" /><span>${texts.say('method.store')}</span></label
  >`
