import { css } from './css.ts'

/** Styles of our own radio buttons and checkboxes, because in dark schemes the browsers' native ones are gray, as though disabled. */
export const choiceStyles = css`
  input[type='radio'],
  input[type='checkbox'] {
    flex: none;
    display: grid;
    place-items: center;
    inline-size: 20px;
    block-size: 20px;
    margin: 0;
    border: 1.5px solid var(--_color-field-border);
    border-radius: 50%;
    background: var(--_color-field);
    color: var(--_color-on-accent);
    appearance: none;
    cursor: inherit;
  }
  input[type='checkbox'] {
    border-radius: 5px;
  }
  input[type='radio']:checked,
  input[type='checkbox']:checked {
    border-color: var(--_color-accent);
    background: var(--_color-accent);
  }
  input[type='radio']:checked::before {
    content: '';
    inline-size: 8px;
    block-size: 8px;
    border-radius: 50%;
    background: currentColor;
  }
  input[type='checkbox']:checked::before {
    content: '';
    inline-size: 5px;
    block-size: 10px;
    margin-block-end: 2px;
    border: solid currentColor;
    border-width: 0 2px 2px 0;
    rotate: 45deg;
  }
  input[type='checkbox'][aria-invalid='true'] {
    border-color: var(--_color-danger);
  }
  @media (forced-colors: active) {
    input[type='radio'],
    input[type='checkbox'] {
      appearance: auto;
    }
  }
`

/** Styles of brand logos, with outlines that make the logos visible on every background. */
export const markStyles = css`
  .mark {
    display: inline-flex;
    color: var(--_color-text-muted);
  }
  .mark svg {
    inline-size: var(--_brand-width);
    outline: 1px solid rgb(128 128 128 / 40%);
    outline-offset: -1px;
    border-radius: 4px;
  }
`
