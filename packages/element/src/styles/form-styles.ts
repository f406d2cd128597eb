import { css } from './css.ts'

/** Styles of the payment method, the terms and the button. */
export const formStyles = css`
  .icon {
    display: block;
    inline-size: var(--_icon-size);
    block-size: var(--_icon-size);
  }
  .section-title {
    margin-block-end: calc(var(--_space) * 2);
    font-size: var(--_font-size-title);
    font-weight: var(--_font-weight-title);
    line-height: 1.4;
  }
  .card {
    position: relative;
  }
  .frame {
    display: block;
    inline-size: calc(100% + 8px);
    /* Three rows of label and field, two gaps, and the frame's inner padding for focus rings. */
    block-size: calc(
      3 * (var(--_font-size-small) * var(--_line-height) + var(--_label-gap) + var(--_field-height)) + 2 *
        var(--_field-gap) + 8px
    );
    margin: -4px;
    border: 0;
    background: transparent;
  }
  ::slotted(iframe) {
    all: unset !important;
    display: block !important;
    inline-size: 100% !important;
    block-size: 100% !important;
  }
  .frame.waiting {
    opacity: 0;
  }
  :focus-visible {
    outline: var(--_focus-width) solid var(--_color-focus);
    outline-offset: 2px;
  }
  .button {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: calc(var(--_space) * 1.25);
    inline-size: 100%;
    min-block-size: var(--_button-height);
    padding: var(--_space) calc(var(--_space) * 2);
    border: 0;
    border-radius: var(--_radius-button);
    background: var(--_color-accent);
    box-shadow: var(--_shadow-button);
    color: var(--_color-on-accent);
    font: inherit;
    font-size: var(--_font-size-title);
    font-weight: var(--_font-weight-button);
    line-height: 1.3;
    font-variant-numeric: tabular-nums;
    word-break: auto-phrase;
  }
  .disclosure {
    font-size: calc((var(--_font-size) + var(--_font-size-small)) / 2);
    text-wrap: pretty;
  }
  .agreed {
    display: block;
    margin-block-start: var(--_space);
    color: var(--_color-text-muted);
  }
  .secure,
  .links {
    display: flex;
    flex-wrap: wrap;
    gap: 2px calc(var(--_space) * 2);
    margin-block-start: calc(var(--_space) * -1.25);
    color: var(--_color-text-muted);
    font-size: var(--_font-size-small);
  }
  .secure {
    flex-wrap: nowrap;
    gap: 6px;
  }
  .secure .icon {
    flex: none;
    inline-size: 15px;
    block-size: 15px;
    margin-block-start: 2px;
  }
  a {
    color: var(--_color-link);
  }
`
