import { css, unsafeCSS } from 'lit'
import { declareTokens } from './tokens.ts'

const layout = css`
  :host {
    display: block;
    container-type: inline-size;
    max-inline-size: var(--_max-width);
    color: var(--_color-text);
    font: var(--_font-weight) var(--_font-size) / var(--_line-height) var(--_font-family);
    text-align: start;
    -webkit-font-smoothing: antialiased;
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
    margin: -1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .base {
    position: relative;
  }
  .panel {
    display: grid;
    overflow: hidden;
    border: var(--_border-width) solid var(--_color-border);
    border-radius: var(--_radius);
    background: var(--_color-surface);
    box-shadow: var(--_shadow);
  }
  .summary {
    padding: var(--_padding);
    background: var(--_color-summary);
    border-block-end: var(--_border-width) solid var(--_color-border);
  }
  .main {
    min-inline-size: 0;
    padding: var(--_padding);
  }
  .form {
    display: grid;
    gap: calc(var(--_space) * 2.5);
  }
  .form > [role='alert'] {
    display: grid;
    gap: var(--_space);
  }
  .form > [role='alert']:not(:has(*)) {
    display: none;
  }
  @container (min-width: 720px) {
    .panel {
      grid-template-columns: 5fr 6fr;
    }
    .panel > :only-child {
      grid-column: 1 / -1;
    }
    .summary,
    .main {
      padding: var(--_padding-wide);
    }
    .summary {
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

const summary = css`
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
    font-size: var(--_font-size-amount);
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
    box-shadow: 0 0 0 4px color-mix(in srgb, var(--_color-accent) 16%, transparent);
  }
  .step:not(:last-child)::after {
    content: '';
    position: absolute;
    inset-block: 22px 1px;
    inset-inline-start: 5px;
    inline-size: 1px;
    background: var(--_color-field-border);
  }
  .when {
    font-weight: var(--_font-weight-label);
  }
  .what {
    grid-row: 2;
    color: var(--_color-text-muted);
    font-size: var(--_font-size-small);
  }
  .much {
    grid-column: 2;
    text-align: end;
    font-weight: var(--_font-weight-label);
  }
`

const form = css`
  .section-title {
    margin-block-end: calc(var(--_space) * 2);
    font-size: var(--_font-size-title);
    font-weight: var(--_font-weight-title);
    line-height: 1.4;
    letter-spacing: -0.005em;
  }
  .card {
    position: relative;
  }
  .frame {
    display: block;
    inline-size: calc(100% + 8px);
    /* Three rows of label and field, two gaps, and the room for focus rings that the frame keeps inside. */
    block-size: calc(
      3 * (var(--_font-size-small) * var(--_line-height) + var(--_label-gap) + var(--_field-height)) + 2 *
        var(--_field-gap) + 8px
    );
    margin: -4px;
    border: 0;
    background: transparent;
    transition: block-size var(--_duration) var(--_easing);
  }
  .frame.waiting {
    opacity: 0;
  }
  .card-skeleton {
    position: absolute;
    inset-block-start: 0;
    inset-inline: 0;
    display: grid;
    grid-template-columns: 1fr 1fr;
    gap: var(--_field-gap) calc(var(--_field-gap) * 0.75);
  }
  .card-skeleton:only-child {
    position: static;
  }
  .wide {
    grid-column: 1 / -1;
  }
  .bone {
    display: block;
    border-radius: 6px;
    background: var(--_color-skeleton);
    animation: breathe 1.6s ease-in-out infinite;
  }
  .label-bone {
    inline-size: 84px;
    block-size: 10px;
    margin-block: calc((var(--_font-size-small) * var(--_line-height) - 10px) / 2);
  }
  .field-bone {
    block-size: var(--_field-height);
    margin-block-start: var(--_label-gap);
    border-radius: var(--_radius-field);
  }
  .button-bone {
    block-size: var(--_button-height);
    border-radius: var(--_radius-button);
  }
  .title-bone {
    display: inline-block;
    inline-size: 140px;
    block-size: 14px;
  }
  .merchant-bone {
    inline-size: 96px;
    block-size: 12px;
    margin-block: 5px;
  }
  .plan-bone {
    inline-size: 180px;
    block-size: 18px;
    margin-block: 5px;
  }
  .due-bone {
    inline-size: 70px;
    block-size: 11px;
    margin-block: calc(var(--_space) * 3 + 4px) 4px;
  }
  .amount-bone {
    inline-size: 150px;
    block-size: 34px;
    margin-block: 7px;
  }
  .rhythm-bone {
    inline-size: 170px;
    block-size: 12px;
    margin-block: 7px 4px;
  }
  .step-bone {
    inline-size: 100%;
    block-size: 34px;
    margin-block-start: 28px;
  }
  input {
    inline-size: 20px;
    block-size: 20px;
    margin: 0;
    accent-color: var(--_color-accent);
    cursor: inherit;
  }
  :focus-visible {
    outline: var(--_focus-width) solid var(--_color-focus);
    outline-offset: 2px;
  }
  .consent label {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: calc(var(--_space) * 1.25);
    cursor: pointer;
  }
  .fault {
    color: var(--_color-danger);
    font-size: var(--_font-size-small);
  }
  .fault:not(:empty) {
    margin-block-start: 4px;
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
    cursor: pointer;
    transition:
      background-color var(--_duration) var(--_easing),
      transform var(--_duration) var(--_easing);
  }
  .button:hover {
    background: var(--_color-accent-hover);
  }
  .button:active {
    transform: scale(0.99);
  }
  .button[aria-disabled='true'] {
    cursor: progress;
    transform: none;
  }
  .button.secondary {
    inline-size: auto;
    min-block-size: 44px;
    padding-inline: calc(var(--_space) * 3);
    font-size: var(--_font-size);
  }
  .disclosure,
  .assurance {
    color: var(--_color-text-muted);
    font-size: var(--_font-size-small);
    text-wrap: pretty;
  }
  .disclosure {
    margin-block-start: calc(var(--_space) * -0.75);
  }
  .assurance {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: var(--_space) calc(var(--_space) * 3);
    padding-block-start: calc(var(--_space) * 2);
    border-block-start: var(--_border-width) solid var(--_color-border);
  }
  .secure {
    display: flex;
    align-items: flex-start;
    gap: 6px;
  }
  .secure .icon {
    flex: none;
    inline-size: 15px;
    block-size: 15px;
    margin-block-start: 2px;
  }
  .links {
    display: flex;
    flex-wrap: wrap;
    gap: calc(var(--_space) * 2);
  }
  a {
    color: var(--_color-link);
    text-decoration-thickness: 1px;
    text-underline-offset: 2px;
  }
  .links a {
    color: inherit;
  }
`

const states = css`
  .icon {
    display: block;
    inline-size: var(--_icon-size);
    block-size: var(--_icon-size);
  }
  .notice {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: calc(var(--_space) * 1.25);
    padding: calc(var(--_space) * 1.5) calc(var(--_space) * 1.75);
    border-radius: var(--_radius-notice);
    background: var(--_color-danger-soft);
    outline-offset: 2px;
    animation: settle var(--_duration-slow) var(--_easing);
  }
  .notice .icon {
    margin-block-start: 1px;
  }
  .notice-title {
    font-weight: var(--_font-weight-title);
  }
  .notice.danger .icon,
  .notice.danger .notice-title {
    color: var(--_color-danger);
  }
  .notice.warning {
    background: var(--_color-warning-soft);
  }
  .notice.warning .icon {
    color: var(--_color-warning);
  }
  .outcome {
    display: grid;
    justify-items: center;
    align-content: center;
    padding: calc(var(--_space) * 4) calc(var(--_space) * 2);
    text-align: center;
    animation: settle var(--_duration-slow) var(--_easing);
  }
  .panel > .outcome {
    padding-block: calc(var(--_space) * 8);
  }
  .sign {
    display: grid;
    place-items: center;
    inline-size: var(--_outcome-icon-size);
    block-size: var(--_outcome-icon-size);
    margin-block-end: calc(var(--_space) * 2.5);
    border-radius: 50%;
    background: var(--_color-accent-soft);
    color: var(--_color-accent);
  }
  .sign .icon {
    inline-size: 46%;
    block-size: 46%;
  }
  .success .sign {
    background: var(--_color-success-soft);
    color: var(--_color-success);
  }
  .warning .sign {
    background: var(--_color-warning-soft);
    color: var(--_color-warning);
  }
  .danger .sign {
    background: var(--_color-danger-soft);
    color: var(--_color-danger);
  }
  .outcome-title {
    max-inline-size: 24ch;
    font-size: calc(var(--_font-size-title) * 1.3);
    font-weight: var(--_font-weight-title);
    line-height: 1.3;
    letter-spacing: -0.015em;
    text-wrap: balance;
  }
  .outcome-title:focus {
    outline: none;
  }
  .outcome-body {
    max-inline-size: 44ch;
    margin-block-start: var(--_space);
    color: var(--_color-text-muted);
    text-wrap: pretty;
  }
  .outcome .secondary {
    margin-block-start: calc(var(--_space) * 3);
  }
  .draw {
    stroke-dasharray: 22;
    animation: draw calc(var(--_duration-slow) * 1.4) var(--_easing) backwards 120ms;
  }
  .spinner {
    animation: turn 0.9s linear infinite;
  }
  @keyframes breathe {
    50% {
      opacity: 0.5;
    }
  }
  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }
  @keyframes settle {
    from {
      opacity: 0;
      translate: 0 4px;
    }
  }
  @keyframes draw {
    from {
      stroke-dashoffset: 22;
    }
    to {
      stroke-dashoffset: 0;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    *::before,
    *::after {
      animation-duration: 1ms !important;
      animation-iteration-count: 1 !important;
      transition: none !important;
    }
  }
  @media (forced-colors: active) {
    .button,
    .notice,
    .sign {
      border: 1px solid;
    }
  }
`

/** Everything the element wears; constructable stylesheets only, so that no host policy needs `unsafe-inline`. */
export const styles = [unsafeCSS(declareTokens(':host')), layout, summary, form, states]
