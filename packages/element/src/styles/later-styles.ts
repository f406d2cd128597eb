import { choiceStyles, markStyles } from './choice-styles.ts'
import { css } from './css.ts'
import { declareTokens } from './declare-tokens.ts'
import { laterTokens } from './later-tokens.ts'

const rules = css`
  .receipt {
    inline-size: 100%;
    max-inline-size: 380px;
    gap: 0;
    text-align: start;
  }
  .receipt .line {
    flex-wrap: wrap;
    align-items: center;
    gap: 0 var(--_space);
    padding-block: calc(var(--_space) * 1.25);
    border-block-start: var(--_border-width) solid var(--_color-border);
  }
  .receipt .line:last-child {
    border-block-end: var(--_border-width) solid var(--_color-border);
  }
  .receipt small {
    display: block;
    font-size: var(--_font-size-small);
  }
  /* The value moves to a new line only if the label's longest word and the value do not fit on one line. */
  .receipt dt {
    flex: 1 1 min-content;
    min-inline-size: 0;
    overflow-wrap: break-word;
  }
  .receipt dd {
    margin-inline-start: auto;
    overflow-wrap: anywhere;
  }
  .receipt dd > bdi {
    display: inline-flex;
    align-items: center;
    gap: var(--_space);
  }
  .receipt dd [dir] {
    white-space: nowrap;
  }
  .receipt-number {
    margin-block-start: var(--_space);
    color: var(--_color-text-muted);
    font-size: var(--_font-size-small);
    overflow-wrap: anywhere;
  }
  .store {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: calc(var(--_space) * 1.25);
    cursor: pointer;
    margin-block-start: calc(var(--_space) * 2);
  }
  /* The ribbon lies over the panel's corner, because it loads late and must not push the form down. The merchant's name leaves space. */
  .ribbon {
    --_inset: var(--_padding);
    position: absolute;
    inset-inline-end: var(--_inset);
    z-index: 1;
    display: grid;
    justify-items: end;
    max-inline-size: calc(100% - 2 * var(--_inset));
    margin-block-start: calc(var(--_inset) - 3px);
    font-size: var(--_font-size-small);
  }
  .ribbon[open] {
    inline-size: 440px;
  }
  /* If the panel shows only an outcome, the outcome begins below the ribbon, which never moves. */
  .ribbon ~ .panel > :only-child {
    padding-block-start: calc(var(--_padding) + 34px);
  }
  :host(:state(sandbox)) .merchant {
    padding-inline-end: 124px;
  }
  .pill {
    display: inline-flex;
    align-items: center;
    gap: calc(var(--_space) * 0.75);
    min-block-size: 26px;
    padding-inline: calc(var(--_space) * 1.25);
    border-radius: 999px;
    background: var(--_color-warning-soft);
    color: var(--_color-warning);
    font-weight: var(--_font-weight-title);
    line-height: 1.2;
  }
  @container (max-width: 339px) {
    .ribbon {
      --_inset: calc(var(--_space) * 2);
    }
    :host(:state(sandbox)) .merchant {
      padding-inline-end: 124px;
    }
  }
  @container (min-width: 720px) {
    .ribbon {
      --_inset: var(--_padding-wide);
    }
    /* On a wide page, the ribbon lies over the form's column, so a notice or an outcome at its top begins below the ribbon. */
    .ribbon ~ .panel > :only-child,
    .ribbon ~ .panel > .summary ~ .main:has(.notice, .outcome) {
      padding-block-start: calc(var(--_padding-wide) + 34px);
    }
    :host(:state(sandbox)) .merchant {
      padding-inline-end: 0;
    }
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
    flex: none;
    inline-size: 7px;
    block-size: 7px;
    border-radius: 50%;
    background: currentColor;
  }
  @media (forced-colors: active) {
    .pill {
      border: 1px solid;
    }
  }
`

/** The styles of the views that load later. */
export const laterStyles = declareTokens(':host', laterTokens) + choiceStyles + markStyles + rules
