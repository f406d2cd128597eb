import { css } from './css.ts'
import { declareTokens } from './declare-tokens.ts'
import { firstTokens } from './first-tokens.ts'

/**
 * Styles of the page for `tag` until its script has come: the empty panel, as high as what the element first draws at any
 * width and with any tokens, so that nothing around it moves then.
 */
export const placeholderStylesFor = (tag: string): string => {
  const host = `${tag}:not(:defined,[hidden])`
  return declareTokens(host, firstTokens, tokenNames) + rules.replaceAll(':host', host)
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

// The sum of what skeleton-styles.ts and form-styles.ts lay out; a test compares both.
const rules = css`
  :host {
    --_summary: 298px;
    --_card: calc(
      3 * (var(--_font-size-small) * var(--_line-height) + var(--_label-gap) + var(--_field-height)) + 2 *
        var(--_field-gap)
    );
    --_main: calc(var(--_font-size-title) * 1.4 + var(--_space) * 4.5 + var(--_card) + var(--_button-height));
    display: flex;
    flex-direction: column;
    container-type: inline-size;
    max-inline-size: var(--_max-width);
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
    block-size: calc(var(--_border-width) * 3 + var(--_padding) * 4 + var(--_summary) + var(--_main));
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
  @container (min-width: 720px) {
    :host::before {
      block-size: calc(var(--_border-width) * 2 + var(--_padding-wide) * 2 + max(var(--_summary), var(--_main)));
    }
  }
  @container (max-width: 339px) {
    :host::before {
      block-size: calc(var(--_border-width) * 3 + var(--_space) * 8 + var(--_summary) + var(--_main));
    }
  }
`
