import { css } from './css.ts'

/** The only animation of the first view. The styles that load later stop all animation for shoppers who prefer none. */
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
