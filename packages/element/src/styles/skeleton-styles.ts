import { css } from './css.ts'

/** The skeleton that reserves the space of parts that are still loading. */
export const skeletonStyles = css`
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
  /* A grid, because the margins of grid items do not collapse. */
  .card-skeleton > div {
    display: grid;
  }
  .wide {
    grid-column: 1 / -1;
  }
  /* A bar in the middle of a line of text; the text later takes exactly this space. */
  .bone {
    display: block;
    inline-size: 140px;
    background: var(--_color-skeleton);
    clip-path: inset(25% 0 round 6px);
  }
  .bone::before {
    content: '\\200b';
  }
  .plan.bone {
    inline-size: 190px;
  }
  .label-bone {
    inline-size: 84px;
    font-size: var(--_font-size-small);
  }
  .field-bone,
  .button-bone {
    inline-size: auto;
    block-size: var(--_field-height);
    margin-block-start: var(--_label-gap);
    clip-path: none;
    border-radius: var(--_radius-field);
  }
  .button-bone {
    block-size: var(--_button-height);
    margin-block-start: auto;
    border-radius: var(--_radius-button);
  }
  /*
   * The form is in the page, so that the card frame loads, but has no layout, because its width is not known yet and the frame would move.
   */
  .panel > [aria-hidden] ~ :last-child {
    display: none;
  }
  @container (max-width: 719px) {
    .panel:has(> .summary:not([aria-hidden])) {
      min-block-size: 0;
    }
  }
  /* The only animation of the first view. The styles that load later stop all animation for shoppers who prefer none. */
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
