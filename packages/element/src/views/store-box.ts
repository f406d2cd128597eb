import { html } from 'lit'
import type { Drawing, View } from './view.ts'

/** Lets the shopper keep the new card. Never ticked beforehand, and its own memory: it is read when the card is sent. */
export const drawStoreBox = ({ texts }: View): Drawing =>
  html`<label class="store" part="store"
    ><input type="checkbox" id="store" /><span>${texts.say('method.store')}</span></label
  >`
