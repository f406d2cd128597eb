import type { Slug } from '../catalogue.ts'
import { type Html, html } from '../html.ts'

/** The shop's logo. */
export const kettleMark: Html = html`<svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
  <path class="mark-body" d="M8 14h15v6a7.500 7.500 0 0 1-15 0z" />
  <path
    class="mark-line"
    d="M8 14h15v6a7.500 7.500 0 0 1-15 0zM23 15.500h1.500a3.200 3.200 0 0 1 0 6.400h-1.800M8 17l-4.500-4.500M10.500 14a5 5 0 0 1 10 0M15.500 5.500v3"
  />
</svg>`

const ink = '#1f2a24'
const paper = '#fbf6ea'
const moss = '#2d5a45'
const fern = '#86b08c'
const saffron = '#f4b942'
const persimmon = '#d9603b'
const plum = '#6d3b52'
const mist = '#c9dfe0'
const clay = '#e7b79a'
const dawn = '#f3dfb9'

/** The tiles. Each has a background, and a drawing in a square of 100 × 100. */
const tiles: readonly (readonly [ground: string, drawing: Html])[] = [
  [moss, html`<path d="M24 44h46v16a23 23 0 0 1-46 0z" fill="${saffron}"/><path d="M70 49h6a9 9 0 0 1 0 18h-8M24 54 11 41M33 44a14 14 0 0 1 28 0M47 22v8" fill="none" stroke="${paper}" stroke-width="5" stroke-linecap="round"/>`],
  [clay, html`<path d="M50 14c24 18 24 52 0 72-24-20-24-54 0-72z" fill="${moss}"/><path d="M50 30v56M50 50l12-10M50 50 38 40M50 66l13-11M50 66 37 55" fill="none" stroke="${paper}" stroke-width="3" stroke-linecap="round"/>`],
  [saffron, html`<circle cx="50" cy="100" r="62" fill="${persimmon}"/><circle cx="50" cy="100" r="42" fill="${clay}"/><circle cx="50" cy="100" r="22" fill="${paper}"/>`],
  [mist, html`<path d="M20 46h52v8a26 26 0 0 1-52 0z" fill="${persimmon}"/><path d="M72 50h5a8 8 0 0 1 0 16h-9" fill="none" stroke="${persimmon}" stroke-width="6"/><path d="M12 88h68" stroke="${ink}" stroke-width="5" stroke-linecap="round"/><path d="M36 36c-6-7 6-11 0-19M54 36c-6-7 6-11 0-19" fill="none" stroke="${ink}" stroke-width="4" stroke-linecap="round"/>`],
  [persimmon, html`<rect x="26" y="34" width="48" height="52" rx="6" fill="${paper}"/><rect x="22" y="20" width="56" height="16" rx="6" fill="${ink}"/><circle cx="50" cy="60" r="15" fill="${saffron}"/><path d="M50 50c7 5 7 15 0 21-7-6-7-16 0-21z" fill="${moss}"/>`],
  [plum, html`<path d="M28 84c-16-18 16-26 0-46M50 84c-16-18 16-30 0-64M72 84c-16-18 16-26 0-46" fill="none" stroke="${clay}" stroke-width="7" stroke-linecap="round"/>`],
  [dawn, html`<circle cx="68" cy="30" r="13" fill="${persimmon}"/><path d="M0 100V72l28-26 26 24 18-15 28 25v20z" fill="${fern}"/><path d="M0 100V88l34-20 30 18 36-14v28z" fill="${moss}"/>`],
  [fern, html`<path d="M50 12c18 24 27 36 27 50a27 27 0 0 1-54 0c0-14 9-26 27-50z" fill="${paper}"/><path d="M38 62a13 13 0 0 0 13 13" fill="none" stroke="${moss}" stroke-width="5" stroke-linecap="round"/>`],
  [ink, html`<circle cx="46" cy="50" r="30" fill="${saffron}"/><circle cx="60" cy="42" r="27" fill="${ink}"/><circle cx="78" cy="24" r="3" fill="${paper}"/><circle cx="84" cy="58" r="2" fill="${paper}"/><circle cx="64" cy="78" r="2.500" fill="${paper}"/>`],
] // prettier-ignore

/** The picture of the front page: nine tiles. */
export const nineTiles = (alternative: string): Html =>
  html`<svg class="tiles" viewBox="0 0 324 324" role="img" aria-label="${alternative}">
    <defs>
      ${tiles.map((_, place) => html`<clipPath id="tile-${place}"><rect width="100" height="100" rx="18" /></clipPath>`)}
    </defs>
    ${tiles.map(
      ([ground, drawing], place) =>
        html`<g transform="translate(${(place % 3) * 112} ${Math.floor(place / 3) * 112})"
          ><g clip-path="url(#tile-${place})"><rect width="100" height="100" fill="${ground}" />${drawing}</g></g
        >`,
    )}
  </svg>`

/** The look of each product's tin: its metal, its label, and the tile that is printed on it. */
const tins: Readonly<Record<Slug, readonly [metal: string, label: string, tile: number]>> = {
  'leaf-letter': [moss, clay, 1],
  'kettle-club': [plum, moss, 0],
  'daily-cup': [persimmon, mist, 3],
  'year-of-leaves': [saffron, paper, 6],
  'first-tin': [fern, persimmon, 4],
}

/** The tin of a product. */
export const tinOf = (slug: Slug): Html => {
  const [metal, label, tile] = tins[slug]
  return html`<svg class="tin" viewBox="0 0 200 132" aria-hidden="true">
    <ellipse cx="100" cy="124" rx="62" ry="6" class="tin-shadow" />
    <rect x="46" y="26" width="108" height="98" rx="10" fill="${metal}" />
    <rect x="40" y="12" width="120" height="24" rx="8" fill="${metal}" />
    <rect x="46" y="36" width="108" height="6" fill="${ink}" opacity=".25" />
    <rect x="46" y="48" width="108" height="64" fill="${label}" />
    <g transform="translate(71 51) scale(.58)">${tiles[tile]?.[1]}</g>
    <rect x="52" y="40" width="7" height="80" rx="3.500" fill="${paper}" opacity=".35" />
  </svg>`
}
