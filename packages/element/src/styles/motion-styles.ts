import { css } from './css.ts'

/** The only movement before the later parts are loaded, which then end all movement for shoppers who prefer none. */
export const motionStyles = css`
  @media (prefers-reduced-motion: no-preference) {
    .bone {
      animation: breathe 1.6s ease-in-out infinite;
    }
  }
  @keyframes breathe {
    50% {
      opacity: 0.5;
    }
  }
`
