import type { StripeFieldStyle } from './stripe/stripe-js.ts'

/**
 * How Stripe's fields should look: as `input`, a field of ours, does now. They are in documents of another origin, which know neither
 * our custom properties nor every notation of a colour.
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
      // Room for the letters that go below the line: Stripe's frames are as high as a line.
      lineHeight: `${Math.round(Number.parseFloat(fontSize) * 1.5)}px`,
      fontVariant: 'tabular-nums',
      // Digits read left to right in every script, and stand where the reader begins.
      textAlign: direction === 'rtl' ? 'right' : 'left',
      '::placeholder': { color: plainColor(getComputedStyle(input, '::placeholder').color) },
      ':-webkit-autofill': { color: text },
    },
    // As with our own fields the frame around it says that it is wrong, not the letters.
    invalid: { color: text },
  }
}

/** A colour in red, green and blue, whatever the notation in which a browser computed it. */
const plainColor = (color: string): string => {
  const pen = document.createElement('canvas').getContext('2d')
  if (pen === null) return color
  pen.fillStyle = color
  pen.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 255] = pen.getImageData(0, 0, 1, 1).data
  return `rgba(${red}, ${green}, ${blue}, ${alpha / 255})`
}
