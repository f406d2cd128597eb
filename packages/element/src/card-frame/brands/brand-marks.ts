import type { CardBrand } from './card-brands.ts'

type Shape = readonly [name: string, attributes: Readonly<Record<string, string | number>>]

const plate = (fill: string): Shape => ['rect', { width: 38, height: 24, rx: 4, fill }]
const disc = (cx: number, fill: string, extra: Readonly<Record<string, string | number>> = {}): Shape => [
  'circle',
  { cx, cy: 12, r: 7, fill, ...extra },
]
const strokes = (d: string, stroke: string, width = 1.6): Shape => [
  'path',
  { d, stroke, 'stroke-width': width, fill: 'none', 'stroke-linecap': 'round', 'stroke-linejoin': 'round' },
]
const white = '#fff'

const marks: Readonly<Record<CardBrand | 'unknown', readonly Shape[]>> = {
  visa: [
    plate('#1434cb'),
    [
      'path',
      {
        fill: white,
        transform: 'translate(5 -2) scale(1.17)',
        d: 'M9.112 8.262L5.97 15.758H3.92L2.374 9.775c-.094-.368-.175-.503-.461-.658C1.447 8.864.677 8.627 0 8.479l.046-.217h3.3a.904.904 0 01.894.764l.817 4.338 2.018-5.102zm8.033 5.049c.008-1.979-2.736-2.088-2.717-2.972.006-.269.262-.555.822-.628a3.66 3.66 0 011.913.336l.34-1.59a5.207 5.207 0 00-1.814-.333c-1.917 0-3.266 1.02-3.278 2.479-.012 1.079.963 1.68 1.698 2.04.756.367 1.01.603 1.006.931-.005.504-.602.725-1.16.734-.975.015-1.54-.263-1.992-.473l-.351 1.642c.453.208 1.289.39 2.156.398 2.037 0 3.37-1.006 3.377-2.564m5.061 2.447H24l-1.565-7.496h-1.656a.883.883 0 00-.826.55l-2.909 6.946h2.036l.405-1.12h2.488zm-2.163-2.656l1.02-2.815.588 2.815zm-8.16-4.84l-1.603 7.496H8.34l1.605-7.496z',
      },
    ],
  ],
  mastercard: [
    plate('#16161d'),
    disc(15, '#eb001b'),
    disc(23, '#f79e1b'),
    ['path', { d: 'M19 6.26a7 7 0 0 1 0 11.48 7 7 0 0 1 0-11.48z', fill: '#ff5f00' }],
  ],
  'american-express': [
    plate('#016fd0'),
    strokes(
      'M5 15.5 8 8.5l3 7M6 13.3h4M13 15.5v-7l2.7 4.2 2.7-4.2v7M26 8.5h-4.5v7H26M21.5 12h4M28 8.5l5 7M33 8.5l-5 7',
      white,
    ),
  ],
  discover: [
    plate('#f4f4f6'),
    ['path', { d: 'M38 13.5V20a4 4 0 0 1-4 4H15c10-1.3 18-5 23-10.5z', fill: '#ff6000' }],
    disc(19, '#ff6000', { r: 4.5, cy: 10 }),
    strokes('M6 6.5v7h1.5a3.5 3.5 0 0 0 0-7zM12 6.5v7M26 6.5l2.5 7 2.5-7', '#20222b', 1.5),
  ],
  'diners-club': [
    plate('#0069aa'),
    disc(19, white, { r: 8 }),
    ['path', { d: 'M17 7a5.3 5.3 0 0 0 0 10zM21 7v10a5.3 5.3 0 0 0 0-10z', fill: '#0069aa' }],
  ],
  jcb: [
    plate(white),
    ['path', { d: 'M7 5h5a2 2 0 0 1 2 2v12H9a2 2 0 0 1-2-2z', fill: '#0e4c96' }],
    ['path', { d: 'M15.5 5h5a2 2 0 0 1 2 2v12h-5a2 2 0 0 1-2-2z', fill: '#d0103a' }],
    ['path', { d: 'M24 5h5a2 2 0 0 1 2 2v12h-5a2 2 0 0 1-2-2z', fill: '#00873a' }],
    strokes(
      'M11.7 9v4.3a1.4 1.4 0 0 1-2.7.400M20.8 10.2a2.2 2.2 0 1 0 0 3.6M26 9v6h1.7a1.5 1.5 0 0 0 0-3H26h1.5a1.5 1.5 0 0 0 0-3z',
      white,
      1.2,
    ),
  ],
  unionpay: [
    ['path', { d: 'M4 0h12L12 24H4a4 4 0 0 1-4-4V4a4 4 0 0 1 4-4z', fill: '#d10429' }],
    ['path', { d: 'M15 0h11l-4 24H11z', fill: '#022e64' }],
    ['path', { d: 'M25 0h9a4 4 0 0 1 4 4v16a4 4 0 0 1-4 4H21z', fill: '#076f74' }],
    strokes('M8 8.5v4.5a2.5 2.5 0 0 0 5 0V8.5M17 15.5v-4a2 2 0 0 1 4 0v4M26 15.5v-7h2.5a2.2 2.2 0 0 1 0 4.4H26', white),
  ],
  maestro: [
    plate('#16161d'),
    disc(15, '#eb001b'),
    disc(23, '#00a2e5'),
    ['path', { d: 'M19 6.26a7 7 0 0 1 0 11.48 7 7 0 0 1 0-11.48z', fill: '#7375cf' }],
  ],
  mir: [
    plate('#0f754e'),
    strokes('M6 15.5v-7l3.3 4.8 3.3-4.8v7M16.5 8.5v7l5-7v7M25.5 15.5v-7H30a2.2 2.2 0 0 1 0 4.4h-4.5', white, 1.8),
  ],
  unknown: [
    [
      'rect',
      {
        x: 0.75,
        y: 0.75,
        width: 36.5,
        height: 22.5,
        rx: 4,
        fill: 'none',
        stroke: 'currentColor',
        'stroke-width': 1.5,
        opacity: 0.35,
      },
    ],
    ['path', { d: 'M0 7h38v4H0z', fill: 'currentColor', opacity: 0.35 }],
    ['rect', { x: 5, y: 15, width: 9, height: 3, rx: 1.5, fill: 'currentColor', opacity: 0.35 }],
  ],
}

const namespace = 'http://www.w3.org/2000/svg'

/** Draws a brand's logo, 38 by 24, hidden from assistive technology: the caller also shows the brand's name. */
export const renderBrandMark = (brand: CardBrand | null): SVGSVGElement => {
  const drawing = document.createElementNS(namespace, 'svg')
  drawing.setAttribute('viewBox', '0 0 38 24')
  drawing.setAttribute('aria-hidden', 'true')
  for (const [name, attributes] of marks[brand ?? 'unknown']) {
    const shape = document.createElementNS(namespace, name)
    for (const [attribute, value] of Object.entries(attributes)) shape.setAttribute(attribute, String(value))
    drawing.append(shape)
  }
  return drawing
}

const names: Readonly<Record<CardBrand, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  'american-express': 'American Express',
  discover: 'Discover',
  'diners-club': 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
  maestro: 'Maestro',
  mir: 'Mir',
}

/** The brand's name as its owner writes it; it is never translated. */
export const nameOfBrand = (brand: CardBrand): string => names[brand]
