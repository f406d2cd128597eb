import { css } from './css.ts'
import { declareTokens } from './declare-tokens.ts'
import { firstTokens } from './first-tokens.ts'
import { reservedHeightStyles } from './reserved-height-styles.ts'
import { widthStyles } from './width-styles.ts'

/**
 * Page styles for `tag` until its script has loaded. They show the empty panel, as high as the element's first view at any width and with
 * any tokens, so that nothing around it moves.
 */
export const placeholderStylesFor = (tag: string): string => {
  const host = `${tag}:not(:defined,[hidden])`
  return (
    declareTokens(host, firstTokens, tokenNames) +
    (widthStyles + rules + reservedHeightStyles).replaceAll(':room', ':host::before').replaceAll(':host', host)
  )
}

const tokenNames = [
  'color-text',
  'color-surface',
  'color-border',
  'font-family',
  'font-size',
  'font-size-small',
  'font-size-title',
  'font-weight',
  'line-height',
  'space',
  'padding',
  'padding-wide',
  'field-gap',
  'label-gap',
  'field-height',
  'button-height',
  'max-width',
  'radius',
  'border-width',
  'shadow',
] as const

const rules = css`
  :host {
    display: flex;
    flex-direction: column;
    color: var(--_color-text);
    font: var(--_font-weight) var(--_font-size) / var(--_line-height) var(--_font-family);
    text-align: start;
  }
  :host[theme='light'] {
    color-scheme: light;
  }
  :host[theme='dark'] {
    color-scheme: dark;
  }
  :host::before {
    content: '';
    box-sizing: border-box;
    border: var(--_border-width) solid var(--_color-border);
    border-radius: var(--_radius);
    background: var(--_color-surface);
    box-shadow: var(--_shadow);
  }
  :host > [slot='header'] {
    order: -1;
  }
  :host > :not([slot='header'], [slot='footer']) {
    display: none;
  }
`
