/** The background behind a seller's name, unless the seller has chosen a color. */
export const defaultBrandColor = '#1f2937'

/**
 * Black or white, whichever is easier to read on a background `#rrggbb`. One of them always has a contrast of at least 4.5 (WCAG 2.2,
 * 1.4.3).
 */
export const textColorOn = (color: string): '#000000' | '#ffffff' => {
  const luminance = luminanceOf(color)
  return (luminance + 0.05) / 0.05 >= 1.05 / (luminance + 0.05) ? '#000000' : '#ffffff'
}

/** Relative luminance, as WCAG 2.2 defines it. */
const luminanceOf = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
