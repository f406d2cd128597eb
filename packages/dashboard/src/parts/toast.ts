const shownMs = 6000

/** Shows a short message in a corner, and announces it to screen readers. It disappears by itself. */
export const toast = (text: string): void => {
  const region = document.querySelector<HTMLElement>('#toasts') ?? createRegion()
  if (document.querySelector('dialog:modal') !== null) raise(region)
  const message = document.createElement('p')
  message.textContent = text
  region.append(message)
  setTimeout(() => message.remove(), shownMs)
}

/** Creates the live region, empty, because a live region only announces text that is added later. */
const createRegion = (): HTMLElement => {
  const region = document.createElement('div')
  region.id = 'toasts'
  region.setAttribute('role', 'status')
  region.popover = 'manual'
  document.body.append(region)
  region.showPopover()
  return region
}

/** Moves the toasts to the top, because a dialog that was opened later would cover them. */
const raise = (region: HTMLElement): void => {
  region.hidePopover()
  region.showPopover()
}
