import { css } from './css.ts'

/** The look of a field's error, which has words and a sign, because color alone is not enough. */
export const fieldErrorStyles = css`
  .fault:not(:empty) {
    display: flex;
    gap: 6px;
    margin-block-start: 6px;
    color: var(--_color-danger);
    font-size: var(--_font-size-small);
  }
  .fault:not(:empty)::before {
    content: '!' / '';
    flex: none;
    box-sizing: border-box;
    inline-size: 14px;
    block-size: 14px;
    margin-block-start: 3px;
    border: 1.5px solid;
    border-radius: 50%;
    font: 700 10px / 11px sans-serif;
    text-align: center;
  }
`

/** The look of our own fields with their labels: the address questions (`.place`) and the code field. */
export const fieldStyles =
  fieldErrorStyles +
  css`
    .place label,
    .code-form label {
      display: block;
      margin-block-end: var(--_label-gap);
      color: var(--_color-label);
      font-size: var(--_font-size-small);
      font-weight: var(--_font-weight-label);
    }
    .place select,
    .place input,
    .code-row input {
      inline-size: 100%;
      block-size: var(--_field-height);
      padding: 0 var(--_field-padding);
      border: var(--_border-width-field) solid var(--_color-field-border);
      border-radius: var(--_radius-field);
      background: var(--_color-field);
      color: var(--_color-field-text);
      font: inherit;
      font-size: var(--_font-size-field);
    }
    /* Not in the address chunk: the code field's chunk also contains this file, and if it loads last, it must not reset this padding. */
    .place select {
      padding-inline-end: calc(var(--_field-padding) + 20px);
      appearance: none;
      text-overflow: ellipsis;
    }
    .place [aria-invalid='true'],
    .code-row [aria-invalid='true'] {
      border-color: var(--_color-danger);
    }
    .fault:empty {
      display: none;
    }
    .place select:hover,
    .place input:hover,
    .code-row input:hover {
      border-color: var(--_color-field-border-hover);
    }
  `
