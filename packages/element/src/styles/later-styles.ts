import { choiceStyles } from './choice-styles.ts'
import { css } from './css.ts'
import { declareTokens } from './declare-tokens.ts'
import { laterTokens } from './later-tokens.ts'

const rules = css`
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
  }
`

/** What the later views wear. */
export const laterStyles = declareTokens(':host', laterTokens) + choiceStyles + rules
