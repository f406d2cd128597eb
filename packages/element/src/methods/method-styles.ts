import { css } from '../styles/css.ts'
import { declareTokens } from '../styles/declare-tokens.ts'
import { laterTokens } from '../styles/later-tokens.ts'
import { choiceStyles, markStyles } from '../styles/choice-styles.ts'

const rules = css`
  .methods {
    overflow: hidden;
    border: var(--_border-width-field) solid var(--_color-field-border);
    border-radius: var(--_radius-field);
  }
  .method {
    display: grid;
    grid-template-columns: 20px auto minmax(0, 1fr);
    align-items: center;
    gap: calc(var(--_space) * 1.5);
    min-block-size: 52px;
    padding: var(--_space) var(--_field-padding);
    cursor: pointer;
  }
  .method:not(:first-child) {
    border-block-start: var(--_border-width) solid var(--_color-border);
  }
  .method:hover {
    background: color-mix(in srgb, var(--_color-accent-soft) 45%, transparent);
  }
  .method:has(:checked) {
    background: var(--_color-accent-soft);
  }
  .method:has(input:focus-visible) {
    outline: var(--_focus-width) solid var(--_color-focus);
    outline-offset: calc(var(--_focus-width) * -1);
  }
  .method.expired,
  .method.current {
    background: none;
    cursor: default;
  }
  /* Aligned with the rows that have a radio button. */
  .method.expired .mark {
    grid-column: 2;
  }
  .method.current {
    grid-template-columns: auto minmax(0, 1fr);
  }
  .method.current > :only-child {
    grid-column: 1 / -1;
  }
  .method.expired .mark {
    opacity: 0.6;
  }
  .method-words {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 0 calc(var(--_space) * 1.5);
    min-inline-size: 0;
    overflow-wrap: anywhere;
    font-variant-numeric: tabular-nums;
  }
  .method small,
  .method-note {
    color: var(--_color-text-muted);
    font-size: var(--_font-size-small);
  }
  .method small {
    display: block;
  }
  .renew {
    min-block-size: 32px;
    padding: 0;
    border: 0;
    background: none;
    color: var(--_color-link);
    font: inherit;
    font-size: var(--_font-size-small);
    text-align: start;
    text-decoration: underline 1px;
    text-underline-offset: 2px;
    cursor: pointer;
  }
  .methods > .card {
    padding: calc(var(--_space) * 2) var(--_field-padding);
  }
  @container (max-width: 339px) {
    .methods > .card {
      padding-inline: var(--_space);
    }
  }
  @media (forced-colors: active) {
    .method:has(:checked) {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`

/** The styles of the method list. */
export const methodStyles = declareTokens(':host', laterTokens) + choiceStyles + markStyles + rules
