const shownMs = 6000

/** Says in a corner, and to screen readers, that something is done. It goes by itself. */
export const toast = (text: string): void => {
  const place = document.querySelector('#toasts') ?? makePlace()
  const message = document.createElement('p')
  message.textContent = text
  place.append(message)
  setTimeout(() => message.remove(), shownMs)
}

/** A live region says only what is added while it is there. */
const makePlace = (): Element => {
  const place = document.createElement('div')
  place.id = 'toasts'
  place.setAttribute('role', 'status')
  place.popover = 'manual'
  document.body.append(place)
  place.showPopover()
  return place
}
