import { css } from './css.ts'

/**
 * The element's width. Container queries need size containment, which would make the element 0 pixels wide in every parent that takes its
 * width from its content. So the element has a preferred width, and shrinks if there is less space.
 */
export const widthStyles = css`
  :host {
    container-type: inline-size;
    contain-intrinsic-inline-size: clamp(min(320px, 100vw - 32px), 100vw - 64px, 480px);
    min-inline-size: min(320px, 100% - 40px);
    max-inline-size: min(var(--_max-width), 100%);
    margin-inline: auto;
    inline-size: 100%;
  }
`
