import type { StripeElementStyle } from '@stripe/stripe-js'

/**
 * A style that makes Stripe's fields look like `input`, one of our own fields. Stripe's fields are documents of another origin, so they
 * cannot use our custom properties and do not support every color notation.
 */
export const stripeStyleOf = (input: HTMLInputElement): StripeElementStyle => {
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
      // Digits run from left to right in every script, but are aligned to the side where the reader's text begins.
      textAlign: direction === 'rtl' ? 'right' : 'left',
      '::placeholder': { color: plainColor(getComputedStyle(input, '::placeholder').color) },
      ':-webkit-autofill': { color: text },
    },
    // As in our own fields, only the border shows an error; the text keeps its color.
    invalid: { color: text },
  }
}

/** A color as `rgba`, converted from any notation that the browser computed. */
const plainColor = (color: string): string => {
  const pen = document.createElement('canvas').getContext('2d')
  if (pen === null) return color
  pen.fillStyle = color
  pen.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 255] = pen.getImageData(0, 0, 1, 1).data
  return `rgba(${red}, ${green}, ${blue}, ${alpha / 255})`
}
