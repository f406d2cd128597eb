import { css } from '../styles/css.ts'
import { declareTokens } from '../styles/declare-tokens.ts'
import { laterTokens } from '../styles/later-tokens.ts'

const rules = css`
  .button.plain {
    inline-size: auto;
    min-block-size: 44px;
    margin-block-start: var(--_space);
    background: none;
    box-shadow: none;
    color: var(--_color-link);
    font-size: var(--_font-size);
  }
  .sheet {
    box-sizing: border-box;
    inline-size: min(400px, 100%);
    margin: auto auto 0;
    padding: calc(var(--_space) * 3);
    border: 1px solid var(--_color-border);
    border-radius: var(--_radius) var(--_radius) 0 0;
    background: var(--_color-surface);
    color: var(--_color-text);
    font: var(--_font-weight) var(--_font-size) / var(--_line-height) var(--_font-family);
    animation: settle var(--_duration-slow) var(--_easing);
  }
  .sheet::backdrop {
    background: rgb(10 12 18 / 55%);
  }
  .sheet[open] {
    display: grid;
    gap: calc(var(--_space) * 1.5);
  }
  .sheet h2 {
    font-size: var(--_font-size-title);
    font-weight: var(--_font-weight-title);
  }
  .button.quiet {
    min-block-size: 44px;
    border: var(--_border-width-field) solid var(--_color-field-border);
    background: none;
    box-shadow: none;
    color: var(--_color-text);
    font-size: var(--_font-size);
  }
  .button.quiet:hover {
    border-color: var(--_color-field-border-hover);
  }
  .sheet iframe {
    inline-size: calc(100% + 8px);
    /* As high as the button inside. The margin compensates for the space that the frame keeps for a focus ring. */
    block-size: calc(var(--_field-height) + 8px);
    margin: -4px;
    border: 0;
    border-radius: var(--_radius-field);
  }
  .sheet.opening iframe {
    background: var(--_color-skeleton);
  }
  .sheet p:empty {
    display: none;
  }
  .sheet:not(.framed) p:last-child {
    color: var(--_color-text-muted);
    font-size: var(--_font-size-small);
  }
`

/** Styles of the wallet sheets, and of the view about another window. */
export const walletStyles = declareTokens(':host', laterTokens) + rules
