import { css } from './css.ts'

/** Movements, and their absence for those who do not want them; forced colours. */
export const motionStyles = css`
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
      transition-duration: 1ms !important;
    }
  }
  @media (forced-colors: active) {
    .button,
    .notice,
    .sign {
      border: 1px solid;
    }
    .button {
      background: ButtonFace;
      color: ButtonText;
    }
  }
`
