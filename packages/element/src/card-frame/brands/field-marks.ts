import { laterFormStyles } from './later-styles.ts'
import { nameOfBrand, renderBrandMark } from './brand-marks.ts'
import type { CardBrand } from './card-brands.ts'

const sheet = new CSSStyleSheet()
sheet.replaceSync(laterFormStyles)
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]

const usualBrands: readonly CardBrand[] = ['visa', 'mastercard', 'american-express']

/** The logos in the number field: the logo of the typed brand, with its name, or the logos of the most common brands. */
export const renderFieldMarks = (brand: CardBrand | null): HTMLElement => {
  const marks = document.createElement('span')
  marks.append(...(brand === null ? usualBrands : [brand]).map(renderBrandMark))
  if (brand !== null) {
    marks.role = 'img'
    marks.ariaLabel = nameOfBrand(brand)
  }
  return marks
}
