import { html } from 'lit-html'
import { afterEach, expect, test } from '../../../test/support/component-test.ts'
import { TemplateElement } from './template-element.ts'

let tags = 0

/** A tag not yet defined, and its class. */
const aTag = () => {
  class Greeting extends TemplateElement {
    static override readonly attributes = { name: 'name', tone: 'data-tone' }
    static override readonly reflected = ['tone']
    declare name: string | null
    declare tone: string | null
    rendered = 0
    fails = false
    readonly changes: string[] = []

    constructor() {
      super(new CSSStyleSheet())
    }

    protected override willUpdate(changed: ReadonlySet<string>): void {
      this.changes.push([...changed].join(' '))
      // What a rendering is prepared with belongs to it.
      if (this.name === 'nobody') this.name = null
    }

    protected override render() {
      this.rendered += 1
      if (this.fails) throw new Error('it does not render')
      return html`Hello ${this.name}`
    }

    protected override updated(): void {}
  }
  const tag = `greeting-${(tags += 1)}`
  return { tag, define: () => customElements.define(tag, Greeting), Greeting }
}

const mounted = (tag: string, attributes: Readonly<Record<string, string>> = {}) => {
  const element = document.createElement(tag) as InstanceType<ReturnType<typeof aTag>['Greeting']>
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  document.body.append(element)
  return element
}

const textOf = (element: Element) => element.shadowRoot?.textContent?.trim()

afterEach(() => document.body.replaceChildren())

test('an element renders once for everything that changes together, first when it comes into a page', async () => {
  const { tag, define } = aTag()
  define()
  const element = document.createElement(tag) as ReturnType<typeof mounted>
  element.name = 'Mina'
  await Promise.resolve()
  expect(element.rendered).to.equal(0)

  document.body.append(element)
  await element.updateComplete
  expect(textOf(element)).to.equal('Hello Mina')

  element.name = 'Ada'
  element.tone = 'warm'
  element.name = 'Noor'
  await element.updateComplete
  expect(element.rendered).to.equal(2)
  expect(element.changes).to.deep.equal(['name tone', 'name tone'])
  expect(textOf(element)).to.equal('Hello Noor')
})

test('a property set before the element was defined has precedence over its attribute', async () => {
  const { tag, define } = aTag()
  const element = mounted(tag, { name: 'attribute', 'data-tone': 'warm' })
  element.name = 'property'
  define()

  await element.updateComplete
  expect(textOf(element)).to.equal('Hello property')
  expect(element.tone).to.equal('warm')

  element.setAttribute('name', 'Mina')
  await element.updateComplete
  expect(textOf(element)).to.equal('Hello Mina')
})

test('only what is reflected is written back, and taken away with its value', async () => {
  const { tag, define } = aTag()
  define()
  const element = mounted(tag)
  element.tone = 'warm'
  element.name = 'Mina'
  await element.updateComplete
  expect(element.outerHTML).to.equal(`<${tag} data-tone="warm"></${tag}>`)

  element.tone = null
  await element.updateComplete
  expect(element.outerHTML).to.equal(`<${tag}></${tag}>`)
})

test('what preparing a rendering changes is part of it', async () => {
  const { tag, define } = aTag()
  define()
  const element = mounted(tag, { name: 'nobody' })

  await element.updateComplete
  expect(textOf(element)).to.equal('Hello')
  expect(element.rendered).to.equal(1)
})

test('a rendering that fails is told, and the next one is not lost with it', async () => {
  const { tag, define } = aTag()
  define()
  const element = mounted(tag)
  await element.updateComplete
  element.fails = true
  element.name = 'Mina'
  const failed = await element.updateComplete.then(
    () => null,
    (error: Error) => error.message,
  )
  expect(failed).to.equal('it does not render')

  element.fails = false
  element.name = 'Ada'
  await element.updateComplete
  expect(textOf(element)).to.equal('Hello Ada')
})
