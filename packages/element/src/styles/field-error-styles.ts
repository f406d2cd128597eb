import { css } from './css.ts'

/** The look of a field's error. It has words and a sign, because colour alone is not enough. */
export const fieldErrorStyles = css`
  .fault:not(:empty) {
    display: flex;
    gap: 6px;
    margin-block-start: 6px;
    color: var(--_color-danger);
    font-size: var(--_font-size-small);
  }
  .fault:not(:empty)::before {
    content: '!' / '';
    flex: none;
    box-sizing: border-box;
    inline-size: 14px;
    block-size: 14px;
    margin-block-start: 3px;
    border: 1.5px solid;
    border-radius: 50%;
    font: 700 10px / 11px sans-serif;
    text-align: center;
  }
`
