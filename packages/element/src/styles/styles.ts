import { unsafeCSS } from 'lit'
import { formStyles } from './form-styles.ts'
import { layoutStyles } from './layout-styles.ts'
import { reservedHeightStyles } from './reserved-height-styles.ts'
import { skeletonStyles } from './skeleton-styles.ts'
import { summaryStyles } from './summary-styles.ts'
import { declareTokens } from './declare-tokens.ts'
import { firstTokens, sharedTokenNames } from './first-tokens.ts'
import { widthStyles } from './width-styles.ts'

const sharedValues = `.base{--_shared:${sharedTokenNames.map((name) => `var(--_${name})`).join(' ')}}`

/** All styles of the first view, in one constructable style sheet, so that no page has to allow `unsafe-inline`. */
export const styles = unsafeCSS(
  [
    declareTokens(':host', firstTokens),
    sharedValues,
    reservedHeightStyles.replaceAll(':room', '.panel:has(.card:not([hidden]))'),
    widthStyles,
    layoutStyles,
    summaryStyles,
    formStyles,
    skeletonStyles,
  ].join(''),
)
