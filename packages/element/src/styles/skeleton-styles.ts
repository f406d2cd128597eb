import { css } from './css.ts'

/** The bones that hold the room of what is still loading. */
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
  /* Margins of what is in a grid do not fall together. */
  .card-skeleton > div {
    display: grid;
  }
  .wide {
    grid-column: 1 / -1;
  }
  .bone {
    display: block;
    border-radius: 6px;
    background: var(--_color-skeleton);
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
    inline-size: 140px;
    block-size: 14px;
    margin-block-end: -4px;
  }
  .summary[aria-hidden] {
    display: grid;
    align-content: start;
  }
  .merchant-bone {
    inline-size: 96px;
    block-size: 12px;
    margin-block: 5px 10px;
  }
  .plan-bone {
    inline-size: 180px;
    block-size: 18px;
    margin-block-end: 52px;
  }
  .amount-bone {
    inline-size: 150px;
    block-size: 38px;
    margin-block-end: 31px;
  }
  .step-bone {
    block-size: 38px;
    margin-block-start: 28px;
  }
  /* There, so that the card frame loads, but not laid out: it would move in there once the form knows how wide it is. */
  .panel > [aria-hidden] ~ :last-child {
    display: none;
  }
  @container (max-width: 719px) {
    .panel:has(> .summary:not([aria-hidden])) {
      min-block-size: 0;
    }
  }
`
