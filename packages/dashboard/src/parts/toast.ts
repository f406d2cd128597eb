const shownMs = 6000

/** Says in a corner, and to screen readers, that something is done. It goes by itself. */
export const toast = (text: string): void => {
  const place = document.querySelector<HTMLElement>('#toasts') ?? makePlace()
  if (document.querySelector('dialog:modal') !== null) raise(place)
  const message = document.createElement('p')
  message.textContent = text
  place.append(message)
  setTimeout(() => message.remove(), shownMs)
}

/** A live region says only what is added while it is there. */
const makePlace = (): HTMLElement => {
  const place = document.createElement('div')
  place.id = 'toasts'
  place.setAttribute('role', 'status')
  place.popover = 'manual'
  document.body.append(place)
  place.showPopover()
  return place
}

/** A dialog that was opened later covers it. */
const raise = (place: HTMLElement): void => {
  place.hidePopover()
  place.showPopover()
}
