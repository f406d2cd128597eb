import { css } from '../../styles/css.ts'
import { cardFrameStyles } from '../styles.ts'

/**
 * The style sheet of a card frame with Stripe's fields: the styles of our own card frame, and for the boxes around Stripe's fields the look
 * of our inputs.
 */
export const hostedFrameStyles: string = [
  cardFrameStyles,
  css`
    .box {
      display: flex;
      align-items: center;
      block-size: var(--_field-height);
      padding-inline: var(--_field-padding);
      border: var(--_border-width-field) solid var(--_color-field-border);
      border-radius: var(--_radius-field);
      outline: 0 solid transparent;
      background: var(--_color-field);
      box-shadow: var(--_shadow-field);
      font-size: var(--_font-size-field);
      cursor: text;
      transition:
        border-color var(--_duration) var(--_easing),
        box-shadow var(--_duration) var(--_easing);
    }
    .place {
      flex: 1;
      min-inline-size: 0;
    }
    .number .box {
      padding-inline-end: calc(var(--_brand-width) + var(--_field-padding) + 4px);
    }
    .box:hover {
      border-color: var(--_color-field-border-hover);
    }
    .box.focused {
      border-color: var(--_color-focus);
      outline: var(--_focus-width) solid color-mix(in srgb, var(--_color-focus) 32%, transparent);
    }
    .box.invalid {
      border-color: var(--_color-danger);
    }
    .box.invalid.focused {
      outline-color: color-mix(in srgb, var(--_color-danger) 30%, transparent);
    }
    .busy .box {
      opacity: 0.6;
    }
    .lost {
      display: none;
      grid-column: 1 / -1;
      padding: var(--_field-padding);
      border: var(--_border-width-field) solid var(--_color-danger);
      border-radius: var(--_radius-field);
    }
    .away .lost {
      display: block;
    }
    .away .field {
      display: none;
    }
    .lost p {
      margin: 0 0 var(--_field-gap);
    }
    .lost p:first-child {
      margin-block-end: 4px;
      font-weight: var(--_font-weight-label);
    }
    .lost button {
      min-block-size: var(--_field-height);
      padding: 0 var(--_field-padding);
      border: var(--_border-width-field) solid var(--_color-field-border);
      border-radius: var(--_radius-field);
      background: var(--_color-field);
      color: var(--_color-field-text);
      font: inherit;
      cursor: pointer;
    }
    .lost button:focus-visible {
      border-color: var(--_color-focus);
      outline: var(--_focus-width) solid color-mix(in srgb, var(--_color-focus) 32%, transparent);
    }
    @media (forced-colors: active) {
      .box.focused {
        outline: var(--_focus-width) solid Highlight;
      }
      .box.invalid {
        border-width: 2px;
      }
    }
  `,
].join('')
