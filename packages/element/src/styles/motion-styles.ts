import { css } from './css.ts'

/** Movements, and their absence for those who do not want them; forced colours. */
export const motionStyles = css`
  @keyframes breathe {
    50% {
      opacity: 0.5;
    }
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
  @media (forced-colors: active) {
    .button {
      border: 1px solid;
      background: ButtonFace;
      color: ButtonText;
    }
  }
`
