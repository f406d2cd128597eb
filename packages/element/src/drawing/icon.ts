import { svg, type SVGTemplateResult } from 'lit'

/** A line icon of 24 × 24 units. */
export const icon = (shapes: SVGTemplateResult): SVGTemplateResult =>
  svg`<svg class="icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${shapes}</svg>`
