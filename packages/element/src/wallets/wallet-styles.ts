import { css } from '../styles/css.ts'
import { declareTokens } from '../styles/declare-tokens.ts'
import { laterTokens } from '../styles/later-tokens.ts'

const rules = css`
  .wallets {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_space);
    margin-block-end: calc(var(--_space) * 2.5);
  }
  .methods + .wallets {
    margin-block-start: calc(var(--_space) * -1.5);
  }
  .wallets:has(+ .card[hidden]) {
    margin-block-end: 0;
  }
  .wallet {
    position: relative;
    /* The last row is as wide as the others, however many there are. */
    flex: 1 1 112px;
    box-sizing: border-box;
    display: grid;
    justify-items: center;
    align-content: center;
    gap: 2px;
    min-block-size: 68px;
    padding: var(--_space);
    border: var(--_border-width-field) solid var(--_color-field-border);
    border-radius: var(--_radius-field);
    background: var(--_color-field);
    box-shadow: var(--_shadow-field);
    font-size: var(--_font-size-small);
    font-weight: var(--_font-weight-label);
    line-height: 1.3;
    text-align: center;
    cursor: pointer;
    transition:
      border-color var(--_duration) var(--_easing),
      background-color var(--_duration) var(--_easing);
  }
  @container (max-width: 339px) {
    .wallet {
      flex-basis: 100%;
      grid-template-columns: auto 1fr;
      place-items: center start;
      column-gap: calc(var(--_space) * 1.5);
      min-block-size: 48px;
      padding-inline: var(--_field-padding);
    }
  }
  .wallet:hover {
    border-color: var(--_color-field-border-hover);
  }
  .wallet:has(:checked) {
    border-color: var(--_color-accent);
    background: var(--_color-accent-soft);
    box-shadow: 0 0 0 1px var(--_color-accent);
  }
  .wallet:has(:focus-visible) {
    outline: var(--_focus-width) solid var(--_color-focus);
    outline-offset: 2px;
  }
  .wallet input {
    position: absolute;
    inset: 0;
    inline-size: 100%;
    block-size: 100%;
    opacity: 0;
  }
  .wallet-name {
    overflow-wrap: anywhere;
  }
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
  .sheet p:last-child {
    color: var(--_color-text-muted);
    font-size: var(--_font-size-small);
  }
  @media (forced-colors: active) {
    .wallet:has(:checked) {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`

/** What the wallet row and the sandbox's sheet wear. */
export const walletStyles = declareTokens(':host', laterTokens) + rules
