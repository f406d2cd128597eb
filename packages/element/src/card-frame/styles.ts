import { css } from '../styles/css.ts'
import { frameTokenNames } from '../styles/frame-token-names.ts'
import { tokens } from '../styles/tokens.ts'

/** The card frame's first style sheet. The build puts it into the frame's script, so that the frame needs only one request. */
export const cardFrameStyles: string = [
  // Defaults, which `applyTheme` overrides one by one. The page's own custom properties do not reach the frame.
  `:root{${frameTokenNames.map((name) => `--_${name}:${tokens[name]}`).join(';')}}`,
  css`
    :root {
      color-scheme: light dark;
      /* The panel's own color, because a tool that measures contrast inside the frame cannot see the panel behind it. */
      background: var(--_color-surface);
      -webkit-text-size-adjust: 100%;
      text-size-adjust: 100%;
    }
    *,
    *::before,
    *::after {
      box-sizing: border-box;
    }
    body {
      margin: 0;
      /* Space for focus rings, which the frame's edge would cut off; a negative margin of the element compensates for it. */
      padding: 4px;
      overflow: hidden;
      overflow-wrap: anywhere;
      word-break: auto-phrase;
      color: var(--_color-text);
      font: var(--_font-weight) var(--_font-size) / var(--_line-height) var(--_font-family);
    }
    :lang(ko) {
      word-break: keep-all;
    }
    form {
      display: grid;
      grid-template-columns: repeat(2, minmax(0, 1fr));
      column-gap: calc(var(--_field-gap) * 0.75);
    }
    /* Labels, inputs and errors have their own rows, so that inputs next to each other stay level if one label needs two lines. */
    .field {
      display: grid;
      grid-row: span 3;
      grid-template-rows: subgrid;
    }
    .field:not(.name) {
      margin-block-end: var(--_field-gap);
    }
    .number,
    .name {
      grid-column: 1 / -1;
    }
    label {
      align-self: end;
      margin-block-end: var(--_label-gap);
      color: var(--_color-label);
      font-size: var(--_font-size-small);
      font-weight: var(--_font-weight-label);
    }
    .control {
      position: relative;
    }
    input {
      display: block;
      width: 100%;
      height: var(--_field-height);
      margin: 0;
      padding: 0 var(--_field-padding);
      border: var(--_border-width-field) solid var(--_color-field-border);
      border-radius: var(--_radius-field);
      outline: 0 solid transparent;
      background: var(--_color-field);
      box-shadow: var(--_shadow-field);
      color: var(--_color-field-text);
      font: inherit;
      font-size: var(--_font-size-field);
      font-variant-numeric: tabular-nums;
      appearance: none;
      transition:
        border-color var(--_duration) var(--_easing),
        box-shadow var(--_duration) var(--_easing);
    }
    :root[dir='rtl'] input {
      text-align: right;
    }
    input::placeholder {
      color: var(--_color-placeholder);
      opacity: 1;
      text-overflow: ellipsis;
    }
    input:hover {
      border-color: var(--_color-field-border-hover);
    }
    input:focus {
      border-color: var(--_color-focus);
      outline: var(--_focus-width) solid color-mix(in srgb, var(--_color-focus) 32%, transparent);
    }
    #number {
      padding-inline-end: calc(var(--_brand-width) + var(--_field-padding) + 4px);
    }
    :root[dir='rtl'] #number {
      padding-left: calc(var(--_brand-width) + var(--_field-padding) + 4px);
      padding-right: var(--_field-padding);
    }
    @media (max-width: 300px) {
      /* Set on the form, because the root has the page's values. In a narrow form, 16 digits and the logo must fit in any case. */
      form {
        --_field-padding: 8px;
        --_brand-width: 24px;
      }
      ::placeholder {
        font-size: var(--_font-size-small);
      }
    }
    .error {
      margin: 6px 0 0;
      font-size: var(--_font-size-small);
    }
    .error:empty {
      display: none;
    }
    .summary {
      position: absolute;
      width: 1px;
      height: 1px;
      margin: 0;
      overflow: hidden;
      clip-path: inset(50%);
    }
    /* Hidden in print, and while the frame has no width, so that nothing shifts when the frame gets its size. */
    @media print, (width: 0) {
      form {
        display: none;
      }
    }
    @media (prefers-reduced-motion: reduce) {
      *,
      *::before,
      *::after {
        animation: none !important;
        transition: none !important;
      }
    }
  `,
].join('')
