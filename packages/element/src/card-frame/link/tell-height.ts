/** Tells the element how tall the frame's document is, now and whenever it changes. */
export const tellHeight = (tell: (message: { readonly type: 'height'; readonly height: number }) => void): void =>
  new ResizeObserver(() => {
    // A frame with next to no width wraps every label; a height told then could leave a gap for good.
    if (innerWidth > 99) tell({ type: 'height', height: Math.ceil(document.body.offsetHeight) })
  }).observe(document.body)
