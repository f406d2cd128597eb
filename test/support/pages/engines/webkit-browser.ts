import { findFocus, findVisibleElement } from './page-scripts.ts'
import { type Key, type Path, type ShopperBrowser, type ShopperWindow, waitFor } from './shopper-window.ts'
import { startWebKitDriver, sendWebDriverCommand } from './webkit-driver.ts'

/** Starts WebKitGTK's small browser, driven by plain WebDriver. Each visit starts a browser of its own. */
export const openWebKitBrowser = async (): Promise<ShopperBrowser> => {
  const driver = await startWebKitDriver()
  return {
    async newVisit() {
      const address = await driver.openSession()
      await sendWebDriverCommand('POST', `${address}/window/rect`, { x: 0, y: 0, width: 1280, height: 1000 })
      const current = await sendWebDriverCommand<string>('GET', `${address}/window`)
      return {
        window: windowOf({ address, current }, current),
        // WebDriver does not report the console.
        consoleMessages: () => [],
        end: async () => void (await sendWebDriverCommand('DELETE', address)),
      }
    },
    async close() {
      driver.end()
    },
  }
}

/** An element in WebDriver's protocol. */
type ElementId = Readonly<Record<string, string>>

const elementKey = 'element-6066-11e4-a52e-4f735466cecf'

/** WebDriver's codes of the keys. */
const keys: Readonly<Record<Exclude<Key, 'Shift+Tab'>, string>> = { Tab: '\uE004', Enter: '\uE007', Space: ' ' }
const shiftKey = '\uE008'

interface KeyAction {
  readonly type: 'keyDown' | 'keyUp'
  readonly value: string
}

const strokes = (value: string): readonly KeyAction[] => [
  { type: 'keyDown', value },
  { type: 'keyUp', value },
]

/** A browser's session, and the window to which commands go. */
interface Session {
  readonly address: string
  current: string
}

const windowOf = (session: Session, handle: string): ShopperWindow => {
  const known = new Set([handle])
  const post = <Answer>(command: string, body: object = {}): Promise<Answer> =>
    sendWebDriverCommand('POST', `${session.address}/${command}`, body)
  const evaluate = <Answer>(script: (...given: never[]) => unknown, ...args: readonly unknown[]): Promise<Answer> =>
    post('execute/sync', { script: `return (${script})(...arguments)`, args })
  /** Switches to the page of this window, because commands go to the window and frame that were last switched to. */
  const switchToPage = async (): Promise<void> => {
    // Switching to the current window again would take the focus out of a frame.
    if (session.current !== handle) await post('window', { handle })
    session.current = handle
    await post('frame', { id: null })
  }
  const findAlong = async (path: Path): Promise<ElementId | null> => {
    await switchToPage()
    let found: ElementId | null = null
    for (const place of path) {
      if (found !== null) await post('frame', { id: found })
      found = await evaluate<ElementId | null>(findVisibleElement, place)
      if (found === null) return null
    }
    return found
  }
  const find = async (path: Path): Promise<string> =>
    (await waitFor(path.join(' > '), () => findAlong(path)))[elementKey] ?? ''
  const click = async (path: Path, times = 1): Promise<void> => {
    const element = await find(path)
    // The driver does not wait for smooth scrolling to end.
    await evaluate((found: Element) => found.scrollIntoView({ block: 'center', behavior: 'instant' }), {
      [elementKey]: element,
    })
    for (let time = 0; time < times; time += 1) await post(`element/${element}/click`)
  }
  const perform = (actions: readonly KeyAction[]): Promise<void> =>
    post('actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
  const typeOn = async (text: string): Promise<void> => {
    await switchToPage()
    await perform([...text].flatMap(strokes))
  }
  const focusInFrame = async (): Promise<string> => {
    const focused = await evaluate<ElementId | string>(findFocus)
    if (typeof focused === 'string') return focused
    await post('frame', { id: focused })
    return focusInFrame()
  }
  return {
    async visit(url) {
      await switchToPage()
      await post('url', { url })
    },
    async goBack() {
      await switchToPage()
      await post('back')
    },
    async goForward() {
      await switchToPage()
      await post('forward')
    },
    async reload() {
      await switchToPage()
      await post('refresh')
    },
    async url() {
      await switchToPage()
      return sendWebDriverCommand('GET', `${session.address}/url`)
    },
    click,
    async type(path, text) {
      await click(path)
      await typeOn(text)
    },
    typeOn,
    async press(key) {
      if (key !== 'Shift+Tab') return typeOn(keys[key])
      await switchToPage()
      await perform([{ type: 'keyDown', value: shiftKey }, ...strokes(keys.Tab), { type: 'keyUp', value: shiftKey }])
    },
    async read(path) {
      const element = { [elementKey]: await find(path) }
      return evaluate(
        (found: Element) => (found instanceof HTMLInputElement ? found.value : (found.textContent ?? '')),
        element,
      )
    },
    focus: () =>
      waitFor('the focus', async () => {
        await switchToPage()
        return focusInFrame()
      }),
    async popup() {
      const opened = await waitFor(
        'another window',
        async () =>
          (await sendWebDriverCommand<readonly string[]>('GET', `${session.address}/window/handles`)).find(
            (other) => !known.has(other),
          ) ?? null,
      )
      known.add(opened)
      return windowOf(session, opened)
    },
    async close() {
      await switchToPage()
      await sendWebDriverCommand('DELETE', `${session.address}/window`)
    },
  }
}
