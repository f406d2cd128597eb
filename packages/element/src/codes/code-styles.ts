import { css } from '../styles/css.ts'
import { fieldStyles } from '../styles/field-styles.ts'

const rules = css`
  .codes {
    margin-block-start: calc(var(--_space) * 2);
  }
  .code-action {
    min-block-size: 44px;
    padding: 0;
    border: 0;
    background: none;
    color: var(--_color-link);
    font: inherit;
    font-weight: var(--_font-weight-label);
    text-decoration: underline;
    text-underline-offset: 2px;
    cursor: pointer;
  }
  .code-row {
    display: flex;
    flex-wrap: wrap;
    gap: var(--_space);
  }
  .code-row input {
    flex: 1 1 140px;
    min-inline-size: 0;
  }
  .code-apply {
    min-block-size: var(--_field-height);
    padding: 0 calc(var(--_space) * 2);
    border: var(--_border-width-field) solid var(--_color-field-border);
    border-radius: var(--_radius-field);
    background: var(--_color-field);
    color: var(--_color-text);
    font: inherit;
    font-weight: var(--_font-weight-label);
    cursor: pointer;
  }
  .codes [aria-disabled='true'] {
    opacity: 0.6;
    cursor: progress;
  }
  .code-chip {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0 var(--_space);
  }
  .code-chip span {
    display: flex;
    flex-wrap: wrap;
    column-gap: calc(var(--_space) * 0.75);
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  .code-used {
    font-weight: var(--_font-weight-title);
  }
`

/** The styles of the code field. */
export const codeStyles = fieldStyles + rules
