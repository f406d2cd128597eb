import { svg } from 'lit'
import { icon } from './icon.ts'

/** A closed padlock. */
export const lockIcon = icon(
  svg`<rect x="5" y="11" width="14" height="9" rx="2.5"/><path d="M8 11V8a4 4 0 0 1 8 0v3"/>`,
)
/** An arrow turning round. */
export const spinnerIcon = svg`<svg class="icon spinner" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" aria-hidden="true"><circle cx="12" cy="12" r="9" opacity=".2"/><path d="M12 3a9 9 0 0 1 9 9"/></svg>`
