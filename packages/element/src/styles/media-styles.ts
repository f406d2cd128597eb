import { css } from './css.ts'

/** Styles for print and reduced motion, and decoration that takes no space. They may load late, because they move nothing. */
export const mediaStyles = css`
  a {
    text-decoration-thickness: 1px;
    text-underline-offset: 2px;
  }
  .step:not(:last-child)::after {
    content: '';
    position: absolute;
    inset-block: 22px 1px;
    inset-inline-start: 5px;
    inline-size: 1px;
    background: var(--_color-field-border);
  }
  .links a {
    color: inherit;
  }
  .button {
    cursor: pointer;
  }
  .step.now::before {
    box-shadow: 0 0 0 4px color-mix(in srgb, var(--_color-accent) 16%, transparent);
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    *::before,
    *::after {
      animation-delay: 0s !important;
      animation-duration: 1ms !important;
      animation-iteration-count: 1 !important;
      transition-duration: 1ms !important;
    }
  }
  /* In print: what is bought, agreed to and paid, in black on white, without buttons and fields. */
  @media print {
    :host {
      color-scheme: light !important;
    }
    .base {
      print-color-adjust: exact;
    }
    .panel {
      min-block-size: 0 !important;
      box-shadow: none;
    }
    .form > :not(.disclosure, .total),
    .ribbon,
    .outcome .secondary {
      display: none !important;
    }
  }
`
