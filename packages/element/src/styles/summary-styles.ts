import { css } from './css.ts'

/** Styles of the price, the lines and the schedule. */
export const summaryStyles = css`
  .merchant {
    color: var(--_color-text-muted);
    font-weight: var(--_font-weight-label);
  }
  .plan {
    font-size: calc(var(--_font-size-title) * 1.2);
    font-weight: var(--_font-weight-title);
    line-height: 1.3;
    letter-spacing: -0.01em;
    overflow-wrap: anywhere;
  }
  .plan > span {
    color: var(--_color-text-muted);
  }
  .due {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    column-gap: calc(var(--_space) * 1.25);
    margin-block-start: calc(var(--_space) * 3);
  }
  .due-label {
    flex-basis: 100%;
    color: var(--_color-text-muted);
    font-size: var(--_font-size-small);
    font-weight: var(--_font-weight-label);
  }
  .amount {
    color: var(--_color-amount);
    /*
     * As large as the space allows for the amount's letters in the widest common font. A script, not a style attribute, sets their number.
     */
    font-size: min(var(--_font-size-amount), var(--_amount-room) / var(--_letters, 6));
    font-weight: var(--_font-weight-amount);
    line-height: 1.2;
    letter-spacing: var(--_letter-spacing-amount);
    font-variant-numeric: tabular-nums;
  }
  .local-amount,
  .rhythm {
    color: var(--_color-text-muted);
  }
  .rhythm {
    margin-block-start: 2px;
  }
  .lines,
  .receipt {
    display: grid;
    gap: var(--_space);
    margin-block-start: calc(var(--_space) * 3);
  }
  .line {
    display: flex;
    justify-content: space-between;
    gap: calc(var(--_space) * 2);
    font-variant-numeric: tabular-nums;
  }
  .line dt {
    color: var(--_color-text-muted);
  }
  .line dd {
    text-align: end;
  }
  .lines dd {
    white-space: nowrap;
  }
  .total {
    margin-block-start: calc(var(--_space) * 0.5);
    padding-block-start: calc(var(--_space) * 1.5);
    border-block-start: var(--_border-width) solid var(--_color-border);
    font-weight: var(--_font-weight-title);
  }
  .total dt {
    color: inherit;
  }
  .included {
    margin-block-start: calc(var(--_space) * -0.75);
    font-size: var(--_font-size-small);
  }
  .schedule {
    margin-block-start: calc(var(--_space) * 3.5);
  }
  .step {
    position: relative;
    display: grid;
    grid-template-columns: 1fr auto;
    column-gap: calc(var(--_space) * 2);
    padding-inline-start: calc(var(--_space) * 3);
    padding-block-end: calc(var(--_space) * 2.5);
    font-variant-numeric: tabular-nums;
  }
  .step:last-child {
    padding-block-end: 0;
  }
  .step::before {
    content: '';
    position: absolute;
    inset-block-start: 5px;
    inset-inline-start: 0;
    inline-size: 11px;
    block-size: 11px;
    border: 2px solid var(--_color-field-border);
    border-radius: 50%;
    background: var(--_color-summary);
  }
  .step.now::before {
    border-color: var(--_color-accent);
    background: var(--_color-accent);
  }
  .when {
    font-weight: var(--_font-weight-label);
  }
  .what {
    grid-area: 2 / 1 / auto / -1;
    color: var(--_color-text-muted);
    font-size: var(--_font-size-small);
  }
  .step .lines {
    grid-area: 3 / 1 / auto / -1;
    gap: 2px;
    margin-block-start: calc(var(--_space) * 0.5);
    font-size: var(--_font-size-small);
  }
  .much {
    grid-column: 2;
    text-align: end;
    font-weight: var(--_font-weight-label);
  }
`
