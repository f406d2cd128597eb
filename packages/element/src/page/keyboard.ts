import { nameBadLanguages } from './bad-languages.ts'

/** How long after a Tab key a page that moves the focus does so because of it. */
const tabMs = 100

interface PageElement extends HTMLElement {
  readonly locale: string | null
  submit(): Promise<void>
}

/** The last Tab key in the page or in the card frame. */
let lastTab = { isBackward: false, at: -Infinity }

/**
 * Lets a keyboard reach and leave every control of `element` in a modal that counts only what the page's own document has: to such a modal
 * the element is one control. Returns what takes the listeners away again.
 */
export const joinPage = (element: PageElement): (() => void) => {
  // In another document, where no key is heard.
  if (element.ownerDocument !== document) return () => {}
  nameBadLanguages(element)
  const root = element.shadowRoot as ShadowRoot
  const leave = new AbortController()
  const { signal } = leave
  const hear = (event: KeyboardEvent): void => {
    if (event.type === 'keydown' && event.key === 'Tab') lastTab = { isBackward: event.shiftKey, at: performance.now() }
    // Before the page's own listeners: Escape is for our dialog alone, and letters are for our field. Nothing is cancelled.
    const isForDialog = event.key === 'Escape' && root.querySelector('dialog[open]') !== null
    if (isForDialog || (isCharacter(event) && isTextField(event.composedPath()[0], root))) event.stopPropagation()
  }
  for (const type of ['keydown', 'keypress', 'keyup'] as const) addEventListener(type, hear, { capture: true, signal })
  const move = (event: Event): void => {
    const { key, isComposing, target } = event as KeyboardEvent
    // Enter in a field pays, also in a frame whose sandbox forbids forms.
    if (key === 'Enter' && !isComposing && target instanceof HTMLInputElement) void element.submit()
    else moveOn(event as KeyboardEvent, element, root)
  }
  root.addEventListener('keydown', move, { signal })
  // The first field of the card form was left backwards: no key of another document is heard here.
  const onLeaving = (): void => {
    lastTab = { isBackward: true, at: performance.now() }
    if (isFrame(tabStopsIn(root)[0])) askModal(element, true)
  }
  root.addEventListener('leaving', onLeaving, { signal })
  return () => leave.abort()
}

/**
 * Puts the focus on the last control if a modal has moved it to the element because of Shift and Tab, on the first because of Tab; false
 * otherwise.
 */
export const focusByTab = (root: ParentNode): boolean => {
  if (performance.now() - lastTab.at > tabMs) return false
  const stop = tabStopsIn(root).at(lastTab.isBackward ? -1 : 0)
  if (stop === undefined || isFrame(stop)) return false
  stop.focus()
  return true
}

const isCharacter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key?.length === 1 && !ctrlKey && !metaKey && !altKey

const isTextField = (target: EventTarget | undefined, root: ShadowRoot): boolean =>
  target instanceof Element &&
  root.contains(target) &&
  target.matches('select, textarea, input:not([type=radio], [type=checkbox])')

/** Inside the element Tab is the browser's; at its ends a modal may first move the focus itself. */
const moveOn = (event: KeyboardEvent, element: HTMLElement, root: ShadowRoot): void => {
  if (event.key !== 'Tab' || event.ctrlKey || event.altKey || event.metaKey) return
  const { target, shiftKey } = event
  const stops = tabStopsIn(root)
  const isStart = target instanceof Element && target.matches('.base')
  const isEnd = target === stops.at(shiftKey ? 0 : -1) || (isStart && shiftKey)
  const isInDialog = root.querySelector('dialog[open]') !== null
  if (isInDialog || !isEnd) return event.stopPropagation()
  if (!askModal(element, shiftKey)) return
  event.preventDefault()
  event.stopPropagation()
}

/** Whether a modal around `element` moves the focus on, as from its first or last control. */
const askModal = (element: HTMLElement, isBackward: boolean): boolean => {
  const key = {
    key: 'Tab',
    code: 'Tab',
    keyCode: 9,
    shiftKey: isBackward,
    bubbles: true,
    composed: true,
    cancelable: true,
  }
  return !element.dispatchEvent(new KeyboardEvent('keydown', key))
}

/** A frame, or the slot that shows the page's own card frame. */
const isFrame = (stop: HTMLElement | undefined): boolean => !!stop?.matches('iframe, .frame')

const tabStopsIn = (root: ParentNode): readonly HTMLElement[] =>
  [
    ...root.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, iframe, slot.frame'),
  ].filter(
    (stop) =>
      stop.getClientRects().length > 0 &&
      stop.closest('[inert]') === null &&
      !(stop as HTMLInputElement).disabled &&
      !(stop.matches('input[type=radio]:not(:checked)') && root.querySelector('input[type=radio]:checked') !== null),
  )
