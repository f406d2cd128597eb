import { reportInvalidLanguages } from './report-invalid-languages.ts'

/** If the page moves the focus within this time (milliseconds) after a Tab key, we assume that the key caused it. */
const tabMs = 100

interface PageElement extends HTMLElement {
  readonly locale: string | null
  submit(): Promise<void>
}

/** The last Tab key that was pressed in the page or the card frame. */
let lastTab = { isBackward: false, at: -Infinity }

/**
 * Makes every control of `element` reachable by keyboard inside a modal of the page. Such a modal only finds controls in the page's own
 * document, so the modal treats the element as one control. Returns a function that removes the listeners.
 */
export const watchKeys = (element: PageElement): (() => void) => {
  // Key events of another document do not reach these listeners.
  if (element.ownerDocument !== document) return () => {}
  reportInvalidLanguages(element)
  const root = element.shadowRoot as ShadowRoot
  const leave = new AbortController()
  const { signal } = leave
  const hear = (event: KeyboardEvent): void => {
    if (event.type === 'keydown' && event.key === 'Tab') lastTab = { isBackward: event.shiftKey, at: performance.now() }
    // Runs before the page's own listeners, because these must not react to Escape in our dialog or to letters in our fields. Only the
    // event's propagation stops; the browser's default action still happens.
    const isForDialog = event.key === 'Escape' && root.querySelector('dialog[open]') !== null
    if (isForDialog || (isCharacter(event) && isTextField(event.composedPath()[0], root))) event.stopPropagation()
  }
  for (const type of ['keydown', 'keypress', 'keyup'] as const) addEventListener(type, hear, { capture: true, signal })
  const move = (event: Event): void => {
    const { key, isComposing, target } = event as KeyboardEvent
    // Enter in a field pays, even in a frame whose sandbox forbids forms.
    if (key === 'Enter' && !isComposing && target instanceof HTMLInputElement) void element.submit()
    else moveOn(event as KeyboardEvent, element, root)
  }
  root.addEventListener('keydown', move, { signal })
  // The shopper moved the focus backwards out of the card form's first field. The frame reports this, because its key events do not reach
  // this page.
  const onLeaving = (): void => {
    lastTab = { isBackward: true, at: performance.now() }
    if (isFrame(tabStopsIn(root)[0])) askModal(element, true)
  }
  root.addEventListener('leaving', onLeaving, { signal })
  return () => leave.abort()
}

/**
 * If a modal has just moved the focus to the element because of Tab, focuses the first control (for Shift and Tab, the last). Returns
 * whether a control received the focus.
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

/** Handles Tab. Inside the element, the browser moves the focus; at the element's ends, a modal around it may handle the key first. */
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

/**
 * Dispatches Tab on the element. Returns whether a modal around the element moved the focus, as modals do at their first and last
 * control.
 */
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
