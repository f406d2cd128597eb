/** The characters and length that a discount code may have. */
export const discountCodePattern = /^[A-Za-z0-9_-]{3,50}$/
