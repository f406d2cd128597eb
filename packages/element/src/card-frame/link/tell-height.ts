/** Tells the element how tall the frame's document is, now and whenever it changes. */
export const tellHeight = (tell: (message: { readonly type: 'height'; readonly height: number }) => void): void =>
  new ResizeObserver(() => {
    // In a frame that has no room yet letters stand below each other; a height for them would leave a gap that may stay.
    if (innerWidth > 99) tell({ type: 'height', height: Math.ceil(document.body.offsetHeight) })
  }).observe(document.body)
