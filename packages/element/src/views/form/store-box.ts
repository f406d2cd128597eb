import { html } from 'lit'
import type { Rendering, View } from '../view.ts'

/** Lets the shopper keep the new card. Never ticked beforehand, and its own memory: it is read when the card is sent. */
export const renderStoreBox = ({ texts }: View): Rendering =>
  html`<label class="store" part="store"
    ><input type="checkbox" id="store" /><span>${texts.say('method.store')}</span></label
  >`
