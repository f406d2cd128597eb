import { css } from './css.ts'

/** The checkout on paper, and without movement. */
export const mediaStyles = css`
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
  /* On paper: what is bought, agreed to and paid, in black on white, and nothing to press or to type. */
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
