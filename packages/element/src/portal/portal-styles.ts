import { unsafeCSS } from 'lit'
import { addressStyles } from '../address/address-styles.ts'
import { markStyles } from '../styles/choice-styles.ts'
import { css } from '../styles/css.ts'
import { declareTokens } from '../styles/declare-tokens.ts'
import { firstTokens } from '../styles/first-tokens.ts'
import { formStyles } from '../styles/form-styles.ts'
import { layoutStyles } from '../styles/layout-styles.ts'
import { mediaStyles } from '../styles/media-styles.ts'
import { skeletonStyles } from '../styles/skeleton-styles.ts'
import { outcomeStyles } from '../styles/outcome-styles.ts'
import { summaryStyles } from '../styles/summary-styles.ts'
import { widthStyles } from '../styles/width-styles.ts'

const rules = css`
  ul,
  address,
  h3,
  h4 {
    margin: 0;
    padding: 0;
    font: inherit;
    list-style: none;
  }
  .sections,
  .section,
  .items,
  .item,
  .task,
  .plans {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    align-content: start;
  }
  .section {
    gap: calc(var(--_space) * 2);
    padding: var(--_padding);
    overflow-wrap: anywhere;
  }
  h2,
  h3,
  h4,
  label,
  dt,
  button {
    hyphens: auto;
    hyphenate-limit-chars: 12 5 4;
  }
  .section + .section,
  .foot {
    border-block-start: var(--_border-width) solid var(--_color-border);
  }
  .section-title {
    margin: 0;
  }
  .items,
  .plans {
    gap: calc(var(--_space) * 1.5);
  }
  .item {
    gap: calc(var(--_space) * 1.25);
    padding: calc(var(--_space) * 2);
    border: var(--_border-width) solid var(--_color-border);
    border-radius: var(--_radius-notice);
  }
  .item-head,
  .choice,
  .foot {
    display: flex;
    flex-wrap: wrap;
    align-items: start;
    justify-content: space-between;
    gap: var(--_space) calc(var(--_space) * 2);
  }
  .item-head > * {
    min-inline-size: 0;
  }
  .choice {
    align-items: center;
    padding-block: var(--_space);
    border-block-start: var(--_border-width) solid var(--_color-border);
  }
  .choice-name {
    display: block;
    font-weight: var(--_font-weight-label);
  }
  .status {
    padding-inline: calc(var(--_space) * 1.25);
    border-radius: 999px;
    background: var(--_color-accent-soft);
    color: var(--_color-text);
    font-size: var(--_font-size-small);
    font-weight: var(--_font-weight-label);
  }
  .status.past_due {
    background: var(--_color-danger-soft);
    color: var(--_color-danger);
  }
  .status.scheduled_for_cancellation {
    background: var(--_color-warning-soft);
    color: var(--_color-warning);
  }
  .price,
  .muted,
  .empty {
    color: var(--_color-text-muted);
  }
  .muted {
    font-size: var(--_font-size-small);
  }
  .lines {
    gap: 2px;
    margin-block-start: var(--_space);
    font-size: var(--_font-size-small);
  }
  .line > :last-child,
  .item-head .choice-name,
  .total bdi {
    white-space: nowrap;
  }
  .next .total {
    margin: 0;
    padding-block-start: calc(var(--_space) * 1.25);
  }
  .method {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 2px var(--_space);
  }
  .actions {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_space);
  }
  .quiet {
    min-block-size: 44px;
    padding: 6px calc(var(--_space) * 1.75);
    border: var(--_border-width-field) solid var(--_color-field-border);
    border-radius: var(--_radius-button);
    background: var(--_color-field);
    color: var(--_color-text);
    font: inherit;
    font-weight: var(--_font-weight-label);
    cursor: pointer;
  }
  .quiet:hover {
    border-color: var(--_color-field-border-hover);
  }
  .button.secondary {
    min-inline-size: 0;
  }
  [aria-disabled='true'] {
    opacity: 0.6;
    cursor: progress;
  }
  .task {
    gap: calc(var(--_space) * 1.5);
    padding-block-start: calc(var(--_space) * 1.5);
    border-block-start: var(--_border-width) solid var(--_color-border);
  }
  .task-title {
    font-weight: var(--_font-weight-title);
  }
  .task-title:focus,
  .section-title:focus,
  .outcome-title:focus {
    outline: none;
  }
  .fields {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 200px), 1fr));
    gap: calc(var(--_space) * 1.5);
  }
  .place.email,
  .place.reason,
  .place.line1,
  .place.line2 {
    grid-column: 1 / -1;
  }
  .saved-address {
    display: grid;
  }
  .receipt-box summary {
    inline-size: fit-content;
    padding-block: 10px;
    color: var(--_color-link);
    font-size: var(--_font-size-small);
    cursor: pointer;
  }
  .receipt-box .method {
    margin-block-start: var(--_space);
  }
  .receipt-number {
    margin-block-start: var(--_space);
    color: var(--_color-text-muted);
    font-size: var(--_font-size-small);
    overflow-wrap: anywhere;
  }
  .foot {
    align-items: center;
    padding: var(--_padding);
  }
  .foot .links {
    margin: 0;
  }
  .foot a {
    padding-block: 10px;
  }
  .account[inert] {
    opacity: 0.5;
  }
  .item .bone + .bone {
    inline-size: 220px;
  }
  @container (min-width: 720px) {
    .panel {
      display: flex;
    }
    .section,
    .foot {
      padding: calc(var(--_space) * 4) var(--_padding-wide);
    }
  }
  @container (max-width: 339px) {
    .section,
    .foot {
      padding: calc(var(--_space) * 2);
    }
    /* Gives the checkout nearly the portal's width, so that a card number fits into its field. */
    .charge {
      padding-inline: calc(var(--_space) * 0.5);
    }
  }
  @media (forced-colors: active) {
    .status,
    .quiet {
      border: 1px solid;
    }
  }
  @media print {
    .actions,
    .quiet {
      display: none;
    }
  }
`

/** The portal's maximum width. It is narrower than the checkout's, because the portal's lists have one column. */
export const portalMaxWidth = '760px'

/** All styles of the portal: the checkout's tokens, base rules and fields, and its own rules. */
export const portalStyles = unsafeCSS(
  [
    declareTokens(':host', { ...firstTokens, 'max-width': portalMaxWidth }),
    widthStyles,
    layoutStyles,
    summaryStyles,
    formStyles,
    skeletonStyles,
    outcomeStyles,
    markStyles,
    addressStyles,
    mediaStyles,
    rules,
  ].join(''),
)
