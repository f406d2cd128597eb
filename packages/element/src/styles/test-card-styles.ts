import { css } from './css.ts'

/** Styles of the list of test cards in the sandbox's ribbon. */
export const testCardStyles = css`
  .test-cards,
  .test-group {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 260px), 1fr));
    gap: calc(var(--_space) * 0.75);
  }
  .test-cards {
    position: relative;
    max-block-size: min(420px, 70vh);
    overflow-y: auto;
    inline-size: 100%;
    box-sizing: border-box;
    margin-block-start: var(--_space);
    padding: calc(var(--_space) * 1.5);
    border: var(--_border-width) solid var(--_color-border);
    border-radius: var(--_radius-notice);
    background: var(--_color-surface);
    box-shadow: 0 16px 48px -12px rgb(16 18 27 / 35%);
    text-align: start;
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
`
