import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeElement, manifestFile } from '../build/describe-element.ts'
import { readmeFile, withLocales } from '../build/describe-locales.ts'
import { eventDescriptions, partDescriptions, slotDescriptions, stateDescriptions } from '../build/documentation.ts'
import { tokens } from './styles/tokens.ts'

const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.(test|wtr)\.ts$/.test(file))
  .map((file) => readFileSync(`${import.meta.dirname}/${file}`, 'utf8'))
  .join('\n')

const found = (pattern: RegExp) => [...new Set([...sources.matchAll(pattern)].map(([, name = '']) => name))].toSorted()

test('custom-elements.json is what the documentation makes it: node packages/element/build/describe-element.ts', () => {
  expect(readFileSync(manifestFile, 'utf8')).toBe(describeElement())
})

test('README lists the languages there are: node packages/element/build/describe-locales.ts', async () => {
  const text = readFileSync(readmeFile, 'utf8')

  expect(text).toBe(await withLocales(text))
})

test('every part of the templates is documented, and no other', () => {
  expect(found(/\bpart(?:="|', ')([\w-]+)/g)).toEqual(Object.keys(partDescriptions).toSorted())
})

test('every slot of the templates is documented, and no other', () => {
  expect(found(/<slot name="([\w-]+)"/g)).toEqual(Object.keys(slotDescriptions).toSorted())
})

test('every event class is documented, and no other', () => {
  expect(found(/super\('(billing-[\w-]+)'/g)).toEqual(Object.keys(eventDescriptions).toSorted())
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
