import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ElementDescription } from '../build/custom-elements-manifest.ts'
import { describeElement, jsonFile, manifestFile } from '../build/describe-element.ts'
import { cssDataOf, htmlDataOf } from '../build/editor-data.ts'
import { partDescriptions, slotDescriptions, stateDescriptions } from '../build/documentation.ts'
import { readmeFile, withGenerated } from '../build/write-readme.ts'
import { BillingCheckout } from './billing-checkout.ts'
import { tokens } from './styles/tokens.ts'

const manifest = describeElement()

const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.(test|wtr)\.ts$/.test(file))
  .map((file) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8'))
  .join('\n')

const found = (pattern: RegExp) =>
  [...new Set([...sources.matchAll(pattern)].flatMap(([, names = '']) => names.split(' ')))].toSorted()

test('custom-elements.json is what the sources make it: node packages/element/build/describe-element.ts', () => {
  expect(readFileSync(manifestFile, 'utf8')).toBe(jsonFile(manifest))
})

test('README lists what the element has and speaks: node packages/element/build/write-readme.ts', async () => {
  const text = readFileSync(readmeFile, 'utf8')

  expect(text).toBe(await withGenerated(text))
  // A page without the markers would have nothing to be stale.
  expect(text).toContain('- `wallet-sheet`: ')
  expect(text).toContain('- `zh-Hant`: ')
})

test('every part of the templates is documented, and no other', () => {
  expect(found(/\bpart(?:="|', '|: '| = ')([\w -]+)/g)).toEqual(Object.keys(partDescriptions).toSorted())
})

test('every slot of the templates is documented, and no other', () => {
  expect(found(/(?:<slot name="|\[slot=)([\w-]+)/g)).toEqual(Object.keys(slotDescriptions).toSorted())
})

test('every attribute, member and event says what it is', () => {
  const [element, ...events] = manifest.modules[0]!.declarations!
  const described = element as ElementDescription
  const all = [described.attributes, described.events, ...[described, ...events].map(({ members }) => members)].flat()

  expect(described.attributes.map(({ name }) => name)).toEqual(BillingCheckout.observedAttributes)
  expect(described.events.map(({ name }) => name).toSorted()).toEqual(found(/super\('(billing-[\w-]+)'/g))
  expect(all.filter(({ description }) => !/^\S.*[.:]$/.test(description))).toEqual([])
  expect(all.filter((one) => 'type' in one && one.type.text === '')).toEqual([])
})

test('the element has nothing public that custom-elements.json does not tell', () => {
  const told = new Set(manifest.modules[0]!.declarations![0]!.members.map(({ name }) => name))
  const isCalledByOthers = (name: string) => name === 'constructor' || name.endsWith('Callback')
  const hidden = new Set(found(/^ {2}protected (?:override )?(?:get )?(\w+)/gm))
  const names = Object.getOwnPropertyNames(BillingCheckout.prototype)

  expect(names.filter((name) => !told.has(name) && !hidden.has(name) && !isCalledByOthers(name))).toEqual([])
})

test('editors learn from it what a tag and a style sheet can say', () => {
  expect(htmlDataOf(manifest)).toMatchObject({
    tags: [
      {
        name: 'billing-checkout',
        attributes: [
          { name: 'session-id' },
          { name: 'server' },
          { name: 'frame-origin' },
          { name: 'locale' },
          { name: 'theme', values: [{ name: 'light' }, { name: 'dark' }] },
          { name: 'restart-url' },
        ],
      },
    ],
  })
  const { properties } = cssDataOf(manifest) as { readonly properties: readonly { readonly name: string }[] }
  expect(properties.map(({ name }) => name).toSorted()).toEqual(
    Object.keys(tokens)
      .map((name) => `--billing-${name}`)
      .toSorted(),
  )
  expect(cssDataOf(manifest)).toMatchObject({
    pseudoClasses: Object.keys(stateDescriptions).map((name) => ({ name: `:state(${name})` })),
    pseudoElements: Object.keys(partDescriptions).map((name) => ({ name: `::part(${name})` })),
  })
})

test('every token is used by a rule', () => {
  const unused = Object.keys(tokens).filter((name) => !sources.includes(`var(--_${name})`))

  expect(unused).toEqual([])
})

test('there is enough to hold on to: 60 properties, 25 parts, 6 states', () => {
  expect(Object.keys(tokens).length).toBeGreaterThanOrEqual(60)
  expect(Object.keys(partDescriptions).length).toBeGreaterThanOrEqual(25)
  expect(Object.keys(stateDescriptions).length).toBeGreaterThanOrEqual(6)
})
