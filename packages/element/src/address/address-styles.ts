import { css } from '../styles/css.ts'
import { fieldStyles } from '../styles/field-styles.ts'

const rules = css`
  .address {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 160px), 1fr));
    gap: calc(var(--_space) * 1.5);
    min-inline-size: 0;
    margin: calc(var(--_space) * 3) 0 0;
    padding: 0;
    border: 0;
  }
  .address legend {
    margin-block-end: var(--_space);
    padding: 0;
    color: var(--_color-text-muted);
    font-size: var(--_font-size-small);
  }
  .place {
    position: relative;
  }
  .place:has(select)::after {
    content: '';
    position: absolute;
    inset-block-start: calc(
      var(--_font-size-small) * var(--_line-height) + var(--_label-gap) + var(--_field-height) / 2 - 6px
    );
    inset-inline-end: calc(var(--_field-padding) + 2px);
    inline-size: 8px;
    block-size: 8px;
    border: solid var(--_color-text-muted);
    border-width: 0 1.5px 1.5px 0;
    rotate: 45deg;
    pointer-events: none;
  }
`

/** The styles of the address questions. */
export const addressStyles = fieldStyles + rules
