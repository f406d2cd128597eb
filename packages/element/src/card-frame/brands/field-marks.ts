import { laterFormStyles } from './later-styles.ts'
import { nameOfBrand, renderBrandMark } from './brand-marks.ts'
import type { CardBrand } from './card-brands.ts'

const sheet = new CSSStyleSheet()
sheet.replaceSync(laterFormStyles)
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]

const usualBrands: readonly CardBrand[] = ['visa', 'mastercard', 'american-express']

/** What stands in the field of the number: the mark of the brand that is typed, with its name, or those of the most usual ones. */
export const renderFieldMarks = (brand: CardBrand | null): HTMLElement => {
  const marks = document.createElement('span')
  marks.append(...(brand === null ? usualBrands : [brand]).map(renderBrandMark))
  if (brand !== null) {
    marks.role = 'img'
    marks.ariaLabel = nameOfBrand(brand)
  }
  return marks
}
