import type { StripeFieldStyle } from './stripe/stripe-js.ts'

/**
 * A style for Stripe's fields that makes them look like `input`, one of our own. They are documents of another origin,
 * so they know neither our custom properties nor every colour notation.
 */
export const fieldStyleLike = (input: HTMLInputElement): StripeFieldStyle => {
  const { color, fontFamily, fontSize, fontWeight, direction } = getComputedStyle(input)
  const text = plainColor(color)
  return {
    base: {
      color: text,
      fontFamily,
      fontSize,
      fontWeight,
      // Space for descenders: Stripe's frames are only as high as a line.
      lineHeight: `${Math.round(Number.parseFloat(fontSize) * 1.5)}px`,
      fontVariant: 'tabular-nums',
      // Digits are written from left to right in every script, but aligned to where the reader begins.
      textAlign: direction === 'rtl' ? 'right' : 'left',
      '::placeholder': { color: plainColor(getComputedStyle(input, '::placeholder').color) },
      ':-webkit-autofill': { color: text },
    },
    // The border shows an error, as with our own fields; the text keeps its colour.
    invalid: { color: text },
  }
}

/** A colour as `rgb`, converted from whatever notation the browser computed. */
const plainColor = (color: string): string => {
  const pen = document.createElement('canvas').getContext('2d')
  if (pen === null) return color
  pen.fillStyle = color
  pen.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 255] = pen.getImageData(0, 0, 1, 1).data
  return `rgba(${red}, ${green}, ${blue}, ${alpha / 255})`
}
