import { render } from 'lit-html'
import type { Drawing } from './views/view.ts'

/** Where there is no browser, the class can be imported but not constructed. */
const Base = globalThis.HTMLElement ?? (Object as unknown as typeof HTMLElement)

/**
 * An element whose shadow root shows a template, rendered once after everything that changes together. It does for one
 * element what LitElement does for any, at a fifth of its size: every property has an attribute, and is null until it is set.
 */
export abstract class TemplateElement extends Base {
  /** The attribute of each property. */
  static readonly attributes: Readonly<Record<string, string>> = {}
  /** The properties that are written back to their attributes, for style sheets to go by. */
  static readonly reflected: readonly string[] = []

  static get observedAttributes(): readonly string[] {
    return Object.values(this.attributes)
  }

  readonly renderRoot = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
  /** Settles when what has changed so far is rendered; the first time not before the element is in a page. */
  updateComplete: Promise<void>
  readonly #class = this.constructor as typeof TemplateElement
  /** What a page set on the instance before the element was defined. */
  #early: Record<string, unknown> = {}
  /** The properties that have changed since the last rendering; all of them before the first. */
  #changed = new Set(Object.keys(this.#class.attributes))
  #isPending = false
  #enterPage = (): void => {}

  constructor(styles: CSSStyleSheet) {
    super()
    this.renderRoot.adoptedStyleSheets = [styles]
    for (const name of this.#changed) this.#declare(name)
    this.updateComplete = new Promise((resolve) => (this.#enterPage = resolve))
    this.requestUpdate()
  }

  connectedCallback(): void {
    this.#enterPage()
  }

  attributeChangedCallback(attribute: string, _former: string | null, value: string | null): void {
    const [name] = Object.entries(this.#class.attributes).find(([, own]) => own === attribute) ?? []
    if (name !== undefined) Object.assign(this, { [name]: value })
  }

  /** Has the element rendered again, once, however often it is asked to before that. */
  requestUpdate(): void {
    if (this.#isPending) return
    this.#isPending = true
    this.updateComplete = this.#updateAfter(this.updateComplete)
  }

  /** What the shadow root shows. */
  protected abstract render(): Drawing

  /** Prepares a rendering; what it changes is part of it. */
  protected abstract willUpdate(changed: ReadonlySet<string>): void

  /** The rendering is in the page. */
  protected abstract updated(): void

  /** An accessor on the instance, because there it also takes the place of what a page has set early. */
  #declare(name: string): void {
    if (Object.hasOwn(this, name)) this.#early[name] = this[name as keyof this]
    let value: unknown = null
    Object.defineProperty(this, name, {
      configurable: true,
      enumerable: true,
      get: () => value,
      set: (next: unknown) => {
        if (Object.is(value, next)) return
        value = next
        this.#changed.add(name)
        this.requestUpdate()
      },
    })
  }

  async #updateAfter(former: Promise<void>): Promise<void> {
    // No later than the next microtask: who is told of something by an event finds it rendered.
    try {
      await former
    } catch {
      // It has been reported, and this rendering may succeed.
    }
    const template = this.#prepare()
    render(template, this.renderRoot)
    this.updated()
  }

  #prepare(): Drawing {
    try {
      // Only now: the browser tells of attributes after the constructor, and over them a property has precedence.
      Object.assign(this, this.#early)
      this.#early = {}
      this.#reflect()
      this.willUpdate(this.#changed)
      return this.render()
    } finally {
      this.#changed = new Set()
      this.#isPending = false
    }
  }

  #reflect(): void {
    const { attributes, reflected } = this.#class
    for (const name of reflected) {
      const [attribute = '', value] = [attributes[name], this[name as keyof this]]
      if (!value) this.removeAttribute(attribute)
      else if (this.getAttribute(attribute) !== value) this.setAttribute(attribute, String(value))
    }
  }
}
