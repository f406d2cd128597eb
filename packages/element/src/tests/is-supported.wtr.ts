import { afterEach, expect, test } from '../../../../test/support/pages/component-test.ts'
import { FakeService } from '../../testing/fake-service.ts'
import { mountCheckout } from '../../testing/mount-checkout.ts'
import { isSupported } from '../is-supported.ts'

afterEach(() => document.body.replaceChildren())

/** Runs `body` while `name` is missing on `owner`, as in a browser that lacks it. */
const without = async (owner: object, name: string, body: () => void | Promise<void>): Promise<void> => {
  const described = Object.getOwnPropertyDescriptor(owner, name)!
  Object.defineProperty(owner, name, { value: undefined, configurable: true })
  try {
    await body()
  } finally {
    Object.defineProperty(owner, name, described)
  }
}

const needed = [
  ['HTMLElement.prototype', HTMLElement.prototype, 'attachInternals'],
  ['CSSStyleSheet.prototype', CSSStyleSheet.prototype, 'replaceSync'],
  ['AbortSignal', AbortSignal, 'timeout'],
  ['URL', URL, 'canParse'],
] as const

test('this browser is supported', () => {
  expect(isSupported()).to.equal(true)
})

for (const [owner, object, name] of needed)
  test(`a browser without ${owner}.${name} is not supported`, () =>
    without(object, name, () => void expect(isSupported()).to.equal(false)))

test('a browser without custom states, or that throws at their names, shows the checkout all the same', async () => {
  const { prototype } = CustomStateSet
  const { add } = prototype
  prototype.add = () => {
    throw new SyntaxError('A name needs two dashes.')
  }
  try {
    expect((await mountCheckout(new FakeService())).phase).to.equal('ready')
  } finally {
    prototype.add = add
  }
  await without(ElementInternals.prototype, 'states', async () => {
    expect((await mountCheckout(new FakeService())).phase).to.equal('ready')
  })
})
