/** Sends the element the height of the frame's document, now and at every change. */
export const tellHeight = (tell: (message: { readonly type: 'height'; readonly height: number }) => void): void =>
  new ResizeObserver(() => {
    // Skipped while the frame is very narrow: labels wrap then, and the element could keep the great height, which would leave a gap.
    if (innerWidth > 99) tell({ type: 'height', height: Math.ceil(document.body.offsetHeight) })
  }).observe(document.body)
