/** Sends the element the height of the frame's document, now and at every change. */
export const tellHeight = (tell: (message: { readonly type: 'height'; readonly height: number }) => void): void =>
  new ResizeObserver(() => {
    // Skipped in a very narrow frame: labels wrap there, and the element could keep the great height as a gap.
    if (innerWidth > 99) tell({ type: 'height', height: Math.ceil(document.body.offsetHeight) })
  }).observe(document.body)
