import { css } from './css.ts'
import { declareTokens } from './declare-tokens.ts'
import { laterTokens } from './later-tokens.ts'

const rules = css`
  .methods {
    display: grid;
    margin-block-end: calc(var(--_space) * 2.5);
    border: var(--_border-width-field) solid var(--_color-field-border);
    border-radius: var(--_radius-field);
    background: var(--_color-field);
    overflow: hidden;
  }
  .methods:has(+ .card[hidden]) {
    margin-block-end: 0;
  }
  .method {
    display: grid;
    grid-template-columns: auto auto 1fr auto;
    align-items: center;
    gap: 0 calc(var(--_space) * 1.5);
    min-block-size: 56px;
    padding: var(--_space) var(--_field-padding);
    cursor: pointer;
  }
  .method + .method {
    border-block-start: var(--_border-width) solid var(--_color-border);
  }
  .method:has(:checked) {
    background: var(--_color-accent-soft);
  }
  .method:has(:disabled) {
    cursor: default;
  }
  .method:has(:focus-visible) {
    outline: var(--_focus-width) solid var(--_color-focus);
    outline-offset: calc(var(--_focus-width) * -1);
  }
  .method-name {
    justify-self: start;
    overflow-wrap: anywhere;
    font-variant-numeric: tabular-nums;
  }
  @container (max-width: 359px) {
    .method-name {
      grid-column: 3 / -1;
    }
    .method-note {
      grid-area: 2 / 3 / auto / -1;
    }
  }
  .consent label,
  .store {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: calc(var(--_space) * 1.25);
    cursor: pointer;
  }
  .fault {
    color: var(--_color-danger);
    font-size: var(--_font-size-small);
  }
  .fault:not(:empty) {
    margin-block-start: 4px;
  }
  .store {
    margin-block-start: calc(var(--_space) * 2);
  }
  .method-note {
    color: var(--_color-text-muted);
    font-size: var(--_font-size-small);
    font-variant-numeric: tabular-nums;
  }
  .mark {
    display: inline-flex;
    color: var(--_color-text-muted);
  }
  .mark svg {
    inline-size: var(--_brand-width);
    border-radius: 4px;
  }
  input[type='radio']:focus-visible {
    outline: none;
  }
  /* Over the panel's edge, because it comes late and must not push the form down. */
  .ribbon {
    position: absolute;
    inset-block-start: -14px;
    inset-inline-end: calc(var(--_space) * 2.5);
    z-index: 1;
    font-size: var(--_font-size-small);
  }
  .ribbon[open] {
    position: static;
    margin-block-end: calc(var(--_space) * 1.5);
    text-align: end;
  }
  .pill {
    display: inline-flex;
    align-items: center;
    gap: var(--_space);
    min-block-size: 28px;
    padding-inline: calc(var(--_space) * 1.5);
    border-radius: 999px;
    background: var(--_color-warning-soft);
    color: var(--_color-warning);
    font-weight: var(--_font-weight-title);
  }
  .ribbon summary {
    cursor: pointer;
    list-style: none;
  }
  .ribbon summary::-webkit-details-marker {
    display: none;
  }
  .ribbon summary::after {
    content: '';
    inline-size: 6px;
    block-size: 6px;
    margin-block-start: -3px;
    border: solid currentColor;
    border-width: 0 1.5px 1.5px 0;
    rotate: 45deg;
    transition: rotate var(--_duration) var(--_easing);
  }
  .ribbon[open] summary::after {
    margin-block-start: 3px;
    rotate: 225deg;
  }
  .dot {
    inline-size: 8px;
    block-size: 8px;
    border-radius: 50%;
    background: currentColor;
  }
  @media (forced-colors: active) {
    .pill {
      border: 1px solid;
    }
    .method:has(:checked) {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`

/** What the later views wear. */
export const laterStyles = declareTokens(':host', laterTokens) + rules
