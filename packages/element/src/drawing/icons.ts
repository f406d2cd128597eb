import { svg } from 'lit'
import { icon } from './icon.ts'

/** A closed padlock. */
export const lockIcon = icon(
  svg`<rect x="5" y="11" width="14" height="9" rx="2.5"/><path d="M8 11V8a4 4 0 0 1 8 0v3"/>`,
)
