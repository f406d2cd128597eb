import { css } from '../styles/css.ts'

/** Styles of the dialog around an issuer's page. */
export const challengeStyles = css`
  .challenge {
    box-sizing: border-box;
    inline-size: fit-content;
    max-inline-size: none;
    max-block-size: none;
    margin: auto;
    padding: 0;
    overflow: hidden;
    border: 1px solid var(--_color-border);
    border-radius: var(--_radius);
    background: var(--_color-surface);
    color: var(--_color-text);
    box-shadow: 0 24px 64px -16px rgb(16 18 27 / 45%);
    font: var(--_font-weight) var(--_font-size) / var(--_line-height) var(--_font-family);
    animation: settle var(--_duration-slow) var(--_easing);
  }
  .challenge::backdrop {
    background: rgb(10 12 18 / 55%);
  }
  .challenge header {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: calc(var(--_space) * 2);
    block-size: 60px;
    padding-inline: calc(var(--_space) * 2.5) var(--_space);
    border-block-end: 1px solid var(--_color-border);
  }
  .challenge h2 {
    font-size: var(--_font-size);
    font-weight: var(--_font-weight-title);
    line-height: 1.25;
    white-space: nowrap;
  }
  .challenge h2:focus {
    outline: none;
  }
  .challenge button {
    flex: none;
    min-inline-size: 44px;
    min-block-size: 44px;
    padding-inline: calc(var(--_space) * 1.5);
    border: 0;
    border-radius: var(--_radius-button);
    background: none;
    color: var(--_color-link);
    font: inherit;
    font-size: var(--_font-size-small);
    font-weight: var(--_font-weight-button);
    white-space: nowrap;
    cursor: pointer;
  }
  .challenge.tight h2 {
    white-space: normal;
  }
  .challenge.tight header button {
    padding: 0;
    font-size: 0;
  }
  .challenge.tight header button::before {
    content: '✕' / '';
    font-size: 18px;
  }
  .challenge button:hover {
    background: var(--_color-accent-soft);
  }
  .challenge button[aria-disabled='true'] {
    color: var(--_color-text-muted);
    cursor: progress;
  }
  .challenge iframe {
    display: block;
    border: 0;
    /* Issuers design for a white background, and a page that sets no colors is white. */
    background: #fff;
    color-scheme: light;
  }
  .challenge.waiting iframe {
    background: var(--_color-skeleton);
    animation: breathe 1.6s ease-in-out infinite;
  }
  .challenge.full {
    inline-size: 100%;
    block-size: 100%;
    border: 0;
    border-radius: 0;
  }
  .challenge.full iframe {
    inline-size: 100%;
    block-size: calc(100% - 98px);
  }
  .challenge footer {
    display: flex;
    align-items: center;
    justify-content: end;
    gap: var(--_space);
    block-size: 38px;
    padding-inline: var(--_space);
    border-block-start: 1px solid var(--_color-border);
    font-size: var(--_font-size-small);
    line-height: 1.1;
  }
  .challenge footer button {
    min-block-size: 32px;
  }
  .challenge footer.stuck button {
    background: var(--_color-accent);
    color: var(--_color-on-accent);
  }
`
