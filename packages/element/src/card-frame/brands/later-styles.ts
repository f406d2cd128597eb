import { css } from '../../styles/css.ts'

/**
 * Styles that the card form does not need at first: brand logos, errors, autofill, forced colors. They load together with the logos.
 * Loading them moves nothing, because the form's first styles reserve the space.
 */
export const laterFormStyles: string = css`
  input[aria-invalid] {
    border-color: var(--_color-danger);
  }
  input[aria-invalid]:focus {
    outline-color: color-mix(in srgb, var(--_color-danger) 30%, transparent);
  }
  input:autofill {
    box-shadow: 0 0 0 100px var(--_color-field) inset;
    -webkit-text-fill-color: var(--_color-field-text);
  }
  .busy input {
    opacity: 0.6;
  }
  .error {
    color: var(--_color-danger);
    animation: appear var(--_duration) var(--_easing);
  }
  .error::before {
    content: '!' / '';
    display: inline-block;
    width: 14px;
    height: 14px;
    margin-inline-end: 6px;
    border: 1.5px solid;
    border-radius: 50%;
    font: 700 10px/11px sans-serif;
    text-align: center;
  }
  @keyframes appear {
    from {
      opacity: 0;
    }
  }
  @media (forced-colors: active) {
    input:focus {
      outline: var(--_focus-width) solid Highlight;
    }
    input[aria-invalid] {
      border-width: 2px;
    }
  }
  .adornment {
    position: absolute;
    inset-block: 0;
    inset-inline-end: var(--_field-padding);
    display: flex;
    gap: 4px;
    align-items: center;
    color: var(--_color-text-muted);
    pointer-events: none;
  }
  .adornment svg {
    display: block;
    width: var(--_brand-width);
    border-radius: 4px;
    outline: 1px solid #8886;
    outline-offset: -1px;
    animation: appear var(--_duration) var(--_easing);
  }
  .adornment:not([role]) svg {
    width: calc(var(--_brand-width) * 0.8125);
  }
  @media (max-width: 300px) {
    .adornment:not([role]) {
      display: none;
    }
  }
`
