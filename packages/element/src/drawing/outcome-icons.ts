import { svg } from 'lit'
import { icon } from './icon.ts'

// These icons are not in icons.ts, because bundlers keep unused templates, and the first view needs only the padlock.

/** An exclamation mark in a circle. */
export const alertIcon = icon(svg`<circle cx="12" cy="12" r="9"/><path d="M12 7.5v5M12 16.2v.1"/>`)
/** A check mark. */
export const tickIcon = icon(svg`<path class="draw" d="m6 12.5 4 4 8-9"/>`)
/** A clock. */
export const clockIcon = icon(svg`<circle cx="12" cy="12" r="9"/><path d="M12 7v5l3 2"/>`)
/** A circle with a highlighted quarter, which turns. */
export const spinnerIcon = svg`<svg class="icon spinner" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" aria-hidden="true"><circle cx="12" cy="12" r="9" opacity=".2"/><path d="M12 3a9 9 0 0 1 9 9"/></svg>`
