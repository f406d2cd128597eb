import { choiceStyles } from './choice-styles.ts'
import { css } from './css.ts'
import { declareTokens } from './declare-tokens.ts'
import { fieldErrorStyles } from './field-styles.ts'
import { laterTokens } from './later-tokens.ts'
import { outcomeTokens } from './outcome-tokens.ts'

const rules = css`
  .spinner {
    animation: turn 0.9s linear infinite;
  }
  @keyframes turn {
    to {
      rotate: 1turn;
    }
  }
  .form > [role='alert'] {
    display: grid;
    gap: var(--_space);
  }
  .form > [role='alert']:not(:has(*)) {
    display: none;
  }
  .button {
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
  .outcome {
    --_tone: var(--_color-accent);
    --_soft: var(--_color-accent-soft);
    display: grid;
    justify-items: center;
    align-content: center;
    padding-block: calc(var(--_space) * 4);
    text-align: center;
  }
  .danger {
    --_tone: var(--_color-danger);
    --_soft: var(--_color-danger-soft);
  }
  .warning {
    --_tone: var(--_color-warning);
    --_soft: var(--_color-warning-soft);
  }
  .success {
    --_tone: var(--_color-success);
    --_soft: var(--_color-success-soft);
  }
  .outcome,
  .notice {
    animation: settle var(--_duration-slow) var(--_easing);
  }
  .notice,
  .consent label {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: calc(var(--_space) * 1.25);
  }
  .notice {
    padding: calc(var(--_space) * 1.5) calc(var(--_space) * 1.75);
    border: 1px solid color-mix(in srgb, var(--_tone) 28%, transparent);
    border-radius: var(--_radius-notice);
    background: var(--_soft);
  }
  /* A notice is focused only to be read out and has no action, so its outline is thin. */
  .notice:focus-visible {
    outline: 1px solid var(--_tone);
    outline-offset: 0;
  }
  .notice .icon {
    margin-block-start: 1px;
  }
  .notice-title {
    font-weight: var(--_font-weight-title);
  }
  .notice .icon,
  .notice-title {
    color: var(--_tone);
  }
  .panel > .outcome {
    padding: calc(var(--_space) * 8) var(--_padding);
  }
  @container (min-width: 720px) {
    .main:has(> .success) {
      align-content: center;
      padding-block: calc(var(--_space) * 7);
    }
  }
  .sign {
    display: grid;
    place-items: center;
    inline-size: var(--_outcome-icon-size);
    block-size: var(--_outcome-icon-size);
    margin-block-end: calc(var(--_space) * 2.5);
    border-radius: 50%;
    background: var(--_soft);
    color: var(--_tone);
  }
  .sign .icon {
    inline-size: 46%;
    block-size: 46%;
  }
  .outcome-title {
    max-inline-size: 24ch;
    /* Scrolling to the title also brings the icon above it into view. */
    scroll-margin-block: 160px;
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
  .button.secondary {
    inline-size: auto;
    min-block-size: 44px;
    padding-inline: calc(var(--_space) * 3);
    font-size: var(--_font-size);
    text-decoration: none;
  }
  .blocked .method-area {
    opacity: 0.5;
  }
  .blocked .button {
    background: var(--_color-skeleton);
    box-shadow: none;
    color: var(--_color-text-muted);
    cursor: not-allowed;
  }
  .outcome .secondary {
    margin-block-start: calc(var(--_space) * 3);
  }
  .consent label {
    cursor: pointer;
  }
  .draw {
    stroke-dasharray: 22;
    animation: draw calc(var(--_duration-slow) * 1.4) var(--_easing) backwards 0.1s;
  }
  /* Only for shoppers who accept motion, because these styles may load before the styles that stop all motion. */
  @media (prefers-reduced-motion: no-preference) {
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
    }
  }
  @media (forced-colors: active) {
    .notice,
    .sign,
    .button {
      border: 1px solid;
    }
    .button {
      background: ButtonFace;
      color: ButtonText;
    }
    /* Forced colors remove backgrounds, so these parts need their own color. */
    .step.now::before,
    .step::after {
      background: CanvasText !important;
      forced-color-adjust: none;
    }
  }
`

/** Styles of notices, outcomes, progress, choices and field errors, with the tokens that they need. */
export const outcomeStyles =
  declareTokens(':host', { ...laterTokens, ...outcomeTokens }) + choiceStyles + fieldErrorStyles + rules
