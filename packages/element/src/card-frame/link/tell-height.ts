/** Sends the element the height of the frame's document, now and at every change. */
export const tellHeight = (tell: (message: { readonly type: 'height'; readonly height: number }) => void): void =>
  new ResizeObserver(() => {
    // Not in a very narrow frame: it wraps every label, and that height could leave a gap for good.
    if (innerWidth > 99) tell({ type: 'height', height: Math.ceil(document.body.offsetHeight) })
  }).observe(document.body)
