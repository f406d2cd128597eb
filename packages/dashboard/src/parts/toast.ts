const shownMs = 6000

/** Shows a short message in a corner, and announces it to screen readers. It disappears by itself. */
export const toast = (text: string): void => {
  const place = document.querySelector<HTMLElement>('#toasts') ?? makePlace()
  if (document.querySelector('dialog:modal') !== null) raise(place)
  const message = document.createElement('p')
  message.textContent = text
  place.append(message)
  setTimeout(() => message.remove(), shownMs)
}

/** Creates the live region, empty, because a live region only announces text that is added later. */
const makePlace = (): HTMLElement => {
  const place = document.createElement('div')
  place.id = 'toasts'
  place.setAttribute('role', 'status')
  place.popover = 'manual'
  document.body.append(place)
  place.showPopover()
  return place
}

/** Moves the toasts to the top, because a dialog that was opened later would cover them. */
const raise = (place: HTMLElement): void => {
  place.hidePopover()
  place.showPopover()
}
