/** Sends the element the height of the frame's document, now and at every change. */
export const tellHeight = (tell: (message: { readonly type: 'height'; readonly height: number }) => void): void =>
  new ResizeObserver(() => {
    // Skipped in a very narrow frame, because labels wrap there, and the element could keep a gap of that height.
    if (innerWidth > 99) tell({ type: 'height', height: Math.ceil(document.body.offsetHeight) })
  }).observe(document.body)
