import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { ElementDescription } from '../build/custom-elements-manifest.ts'
import { describeElement, jsonFile, manifestFile } from '../build/describe-element.ts'
import { cssDataOf, htmlDataOf } from '../build/editor-data.ts'
import { partDescriptions, slotDescriptions, stateDescriptions } from '../build/documentation.ts'
import {
  portalPartDescriptions,
  portalSlotDescriptions,
  portalStateDescriptions,
} from '../build/portal-documentation.ts'
import { readmeFile, withGenerated } from '../build/write-readme.ts'
import { BillingCheckout } from './billing-checkout.ts'
import { BillingPortal } from './portal/billing-portal.ts'
import { tokens } from './styles/tokens.ts'

const manifest = describeElement()

const read = (isRead: (file: string) => boolean) =>
  readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(test|wtr)\.ts$/.test(file) && isRead(file))
    .map((file) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8'))
    .join('\n')
const portalSources = read((file) => file.startsWith('portal'))
const sources = read((file) => !file.startsWith('portal'))

const found = (pattern: RegExp, text = sources) =>
  [...new Set([...text.matchAll(pattern)].flatMap(([, names = '']) => names.split(' ')))].toSorted()
const namesOf = (...tables: readonly object[]) => [...new Set(tables.flatMap((table) => Object.keys(table)))]
const everyPart = /(?:\bpart(?:="|', '|: '| = ')|renderWarning\(')([\w -]+)/g
const everySlot = /(?:<slot name="|\[slot=)([\w-]+)/g

test('custom-elements.json matches the sources: node packages/element/build/describe-element.ts', () => {
  expect(readFileSync(manifestFile, 'utf8')).toBe(jsonFile(manifest))
})

test('the README lists the element’s members and languages: node packages/element/build/write-readme.ts', async () => {
  const text = readFileSync(readmeFile, 'utf8')

  expect(text).toBe(await withGenerated(text))
  // If the markers were missing, the comparison would find no difference.
  expect(text).toContain('- `wallet-sheet`: ')
  expect(text).toContain('`zh-Hant` Traditional Chinese')
})

test('every part of the templates is documented, and no other', () => {
  expect(found(everyPart)).toEqual(Object.keys(partDescriptions).toSorted())
})

test('every slot of the templates is documented, and no other', () => {
  expect(found(everySlot)).toEqual(Object.keys(slotDescriptions).toSorted())
})

test('every part and slot of the portal is documented, and no other', () => {
  expect(found(everyPart, portalSources)).toEqual(Object.keys(portalPartDescriptions).toSorted())
  expect(found(everySlot, portalSources)).toEqual(Object.keys(portalSlotDescriptions).toSorted())
})

describe.each([
  ['billing-checkout', BillingCheckout, sources],
  ['billing-portal', BillingPortal, portalSources],
] as const)('<%s>', (tagName, elementClass, text) => {
  const [element, ...events] = manifest.modules.find(({ declarations = [] }) =>
    declarations.some((one) => 'tagName' in one && one.tagName === tagName),
  )!.declarations!
  const described = element as ElementDescription

  test('describes every attribute, member and event', () => {
    const all = [described.attributes, described.events, ...[described, ...events].map(({ members }) => members)].flat()

    expect(described.attributes.map(({ name }) => name)).toEqual(elementClass.observedAttributes)
    expect(described.events.map(({ name }) => name).toSorted()).toEqual(found(/super\('(billing-[\w-]+)'/g, text))
    expect(all.filter(({ description }) => !/^\S.*[.:]$/.test(description))).toEqual([])
    expect(all.filter((one) => 'type' in one && one.type.text === '')).toEqual([])
  })

  test('has no public member that custom-elements.json lacks', () => {
    const told = new Set(described.members.map(({ name }) => name))
    const isCalledByOthers = (name: string) => name === 'constructor' || name.endsWith('Callback')
    const hidden = new Set(found(/^ {2}protected (?:override )?(?:get )?(\w+)/gm, text))
    const names = Object.getOwnPropertyNames(elementClass.prototype)

    expect(names.filter((name) => !told.has(name) && !hidden.has(name) && !isCalledByOthers(name))).toEqual([])
  })
})

test('has the attributes of its tag and its style sheet in custom-elements.json for editors', () => {
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
      { name: 'billing-portal' },
    ],
  })
  const { properties } = cssDataOf(manifest) as { readonly properties: readonly { readonly name: string }[] }
  expect(properties.map(({ name }) => name).toSorted()).toEqual(
    Object.keys(tokens)
      .map((name) => `--billing-${name}`)
      .toSorted(),
  )
  expect(cssDataOf(manifest)).toMatchObject({
    pseudoClasses: namesOf(stateDescriptions, portalStateDescriptions).map((name) => ({ name: `:state(${name})` })),
    pseudoElements: namesOf(partDescriptions, portalPartDescriptions).map((name) => ({ name: `::part(${name})` })),
  })
})

test('every token is used by a rule', () => {
  const unused = Object.keys(tokens).filter((name) => !sources.includes(`var(--_${name})`))

  expect(unused).toEqual([])
})

test('the documentation has at least 60 properties, 25 parts and 6 states', () => {
  expect(Object.keys(tokens).length).toBeGreaterThanOrEqual(60)
  expect(Object.keys(partDescriptions).length).toBeGreaterThanOrEqual(25)
  expect(Object.keys(stateDescriptions).length).toBeGreaterThanOrEqual(6)
})
