import { html, svg, type TemplateResult } from 'lit'

const width = 24
const height = 96

/**
 * A bar chart; the highest bar takes the full height. The chart has no axis and no figures: `label` is its accessible name, and a table
 * next to it shows the numbers.
 */
export const chart = (label: string, numbers: readonly number[]): TemplateResult => {
  const highest = Math.max(1, ...numbers)
  return html`<svg
    class="chart"
    role="img"
    aria-label=${label}
    viewBox="0 0 ${numbers.length * width} ${height}"
    preserveAspectRatio="none"
  >
    ${numbers.map((number, place) => {
      const barHeight = Math.max(1, (number / highest) * height)
      return svg`<rect x=${place * width + 3} y=${height - barHeight} width=${width - 6} height=${barHeight} />`
    })}
  </svg>`
}
