import { css } from './css.ts'

/** The panel, its two columns and the base rules. */
export const layoutStyles = css`
  :host {
    display: block;
  }
  :host([hidden]),
  [hidden] {
    display: none !important;
  }
  :host([theme='light']) {
    color-scheme: light;
  }
  :host([theme='dark']) {
    color-scheme: dark;
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  p,
  h2,
  h3,
  dl,
  dd,
  ol {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .unseen {
    position: absolute;
    inline-size: 1px;
    block-size: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .base:lang(ko) {
    word-break: keep-all;
    overflow-wrap: anywhere;
  }
  .base {
    /* The panel inherits none of the page's text styles, such as capitals, spacing and shadows, now or in future CSS. */
    all: initial;
    display: block;
    color-scheme: inherit;
    visibility: inherit;
    color: var(--_color-text);
    font: var(--_font-weight) var(--_font-size) / var(--_line-height) var(--_font-family);
    text-align: start;
    position: relative;
    /* Invisible. A transition starts whenever the scheme or a token of the card frame changes, whatever way the page changed it. */
    outline-color: light-dark(#000, #fff);
    transition:
      outline-color 1ms,
      --_shared 1ms allow-discrete;
  }
  @starting-style {
    .base {
      outline-color: #888;
    }
  }
  .panel {
    position: relative;
    display: flex;
    flex-direction: column;
    overflow: clip;
    border: var(--_border-width) solid var(--_color-border);
    border-radius: var(--_radius);
    background: var(--_color-surface);
    box-shadow: var(--_shadow);
  }
  .summary {
    --_amount-room: 125cqi;
    padding: var(--_padding);
    background: var(--_color-summary);
    border-block-end: var(--_border-width) solid var(--_color-border);
  }
  .panel > :last-child,
  .main {
    flex: 1;
  }
  .main {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    min-inline-size: 0;
    padding: var(--_padding);
  }
  .form {
    display: flex;
    flex-direction: column;
    gap: calc(var(--_space) * 2.5);
  }
  @container (min-width: 720px) {
    .panel {
      display: grid;
      grid-template-columns: 5fr 6fr;
    }
    .panel > :only-child {
      grid-column: 1 / -1;
    }
    .summary,
    .main {
      padding: var(--_padding-wide);
    }
    /* On a wide page, the summary stays in view next to a long form. */
    .stays {
      position: sticky;
      inset-block-start: var(--_summary-inset);
    }
    .summary {
      --_amount-room: 50cqi;
      border-block-end: 0;
      border-inline-end: var(--_border-width) solid var(--_color-border);
    }
  }
  @container (max-width: 339px) {
    .summary,
    .main {
      padding: calc(var(--_space) * 2);
    }
  }
`
