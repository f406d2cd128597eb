import { css } from './css.ts'

/** What the later views wear. */
export const laterStyles = css`
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
  .receipt {
    inline-size: 100%;
    max-inline-size: 380px;
    gap: 0;
    text-align: start;
  }
  .receipt .line {
    flex-wrap: wrap;
    padding-block: calc(var(--_space) * 1.25);
    border-block-start: var(--_border-width) solid var(--_color-border);
  }
  .receipt dd {
    margin-inline-start: auto;
  }
  .receipt dd span,
  .receipt dd bdi bdi {
    white-space: nowrap;
  }
  .receipt dd > bdi {
    display: inline-flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: end;
    gap: 0 var(--_space);
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
  .test-cards,
  .test-group {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 260px), 1fr));
    gap: calc(var(--_space) * 0.75);
  }
  .test-cards {
    position: relative;
    max-block-size: min(480px, 75vh);
    overflow-y: auto;
    margin-block-start: var(--_space);
    padding: calc(var(--_space) * 1.5);
    text-align: start;
    border: var(--_border-width) dashed color-mix(in srgb, var(--_color-warning) 45%, transparent);
    border-radius: var(--_radius-notice);
  }
  .test-cards p,
  .test-group {
    grid-column: 1 / -1;
    color: var(--_color-text-muted);
  }
  .test-group {
    row-gap: 0;
  }
  .test-group p {
    margin-block-start: var(--_space);
    font-weight: var(--_font-weight-title);
  }
  .test-card {
    display: grid;
    grid-template-columns: auto 1fr;
    align-content: start;
    align-items: center;
    column-gap: calc(var(--_space) * 1.25);
    padding: var(--_space) calc(var(--_space) * 1.25);
    border: var(--_border-width) solid var(--_color-border);
    border-radius: var(--_radius-field);
    background: var(--_color-surface);
    color: inherit;
    font: inherit;
    text-align: start;
    cursor: pointer;
  }
  .test-group .test-card {
    padding-block: calc(var(--_space) * 0.5);
    border-color: transparent;
    background: none;
    color: var(--_color-text);
  }
  .test-card:hover,
  .test-group .test-card:hover {
    border-color: var(--_color-field-border-hover);
  }
  .test-card .mark {
    grid-row: 1 / 3;
  }
  .test-number {
    font-weight: var(--_font-weight-label);
    font-variant-numeric: tabular-nums;
    justify-self: start;
  }
  .test-outcome {
    grid-column: 2;
    color: var(--_color-text-muted);
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
