import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { BillingCheckout } from '../src/billing-checkout.ts'
import { tokens } from '../src/styles/tokens.ts'
import type {
  AttributeDescription,
  ClassDescription,
  ElementDescription,
  ElementManifest,
  MemberDescription,
} from './custom-elements-manifest.ts'
import { partDescriptions, slotDescriptions, stateDescriptions, tokenDescriptions } from './documentation.ts'
import { type ReadClass, type ReadMember, readClasses } from './read-classes.ts'

const sourceOf = (name: string): string => fileURLToPath(new URL(`../src/${name}`, import.meta.url))
const entry = 'esm/index.js'

/**
 * The element's custom elements manifest, from what its sources say: members and events from the classes and their doc
 * comments, attributes from the class itself, the rest from its documentation.
 */
export const describeElement = (): ElementManifest => {
  const [element] = readClasses(sourceOf('billing-checkout.ts'))
  if (element === undefined) throw new Error('billing-checkout.ts exports no class')
  const events = readClasses(sourceOf('events.ts'))
  const declarations = [describeCheckout(element, events), ...events.map(describeEventClass)]
  return {
    schemaVersion: '2.1.0',
    modules: [
      {
        kind: 'javascript-module',
        path: entry,
        declarations,
        exports: declarations.map(({ name }) => ({ kind: 'js', name, declaration: { name } })),
      },
      {
        kind: 'javascript-module',
        path: 'esm/define.js',
        exports: [
          {
            kind: 'custom-element-definition',
            name: 'billing-checkout',
            declaration: { name: 'BillingCheckout', module: entry },
          },
        ],
      },
    ],
  }
}

const describeCheckout = (element: ReadClass, events: readonly ReadClass[]): ElementDescription => ({
  kind: 'class',
  name: element.name,
  tagName: 'billing-checkout',
  customElement: true,
  description: element.description,
  superclass: { name: 'LitElement', package: 'lit' },
  attributes: attributes.map(({ name, fieldName }) => {
    const field = element.members.find((member) => member.name === fieldName)
    return { name, fieldName, type: { text: field?.type ?? '' }, description: field?.description ?? '' }
  }),
  members: element.members.map((member) =>
    describeMember(
      member,
      attributes.find(({ fieldName }) => fieldName === member.name),
    ),
  ),
  events: events.map(({ name, description, text }) => ({
    name: eventNameIn(text),
    type: { text: name },
    description: sentence(description.replace(/^`[\w-]+`: /, '')),
  })),
  slots: listed(slotDescriptions),
  cssParts: listed(partDescriptions),
  cssStates: listed(stateDescriptions),
  cssProperties: Object.entries(tokenDescriptions).map(([name, description]) => ({
    name: `--billing-${name}`,
    description,
    default: tokens[name as keyof typeof tokens].replaceAll('--_', '--billing-'),
  })),
})

/** As the class itself has them, and not only as its source seems to. */
const attributes: readonly (Pick<AttributeDescription, 'name' | 'fieldName'> & { readonly isReflected: boolean })[] =
  BillingCheckout.observedAttributes.map((name) => {
    const found = [...BillingCheckout.elementProperties].find(
      ([field, { attribute }]) => (attribute === undefined ? String(field).toLowerCase() : attribute) === name,
    )
    return { name, fieldName: String(found?.[0]), isReflected: found?.[1].reflect ?? false }
  })

const describeMember = (
  { kind, name, description, type, isReadonly, parameters }: ReadMember,
  attribute?: (typeof attributes)[number],
): MemberDescription => {
  if (kind === 'method') {
    const taken = parameters.map((one) => ({
      name: one.name,
      type: { text: one.type },
      ...(one.isOptional && { optional: true as const }),
    }))
    return { kind, name, description, parameters: taken, return: { type: { text: type } } }
  }
  return {
    kind,
    name,
    description,
    type: { text: type },
    ...(isReadonly && { readonly: true as const }),
    ...(attribute && { attribute: attribute.name }),
    ...(attribute?.isReflected && { reflects: true as const }),
  }
}

const describeEventClass = ({ name, description, members }: ReadClass): ClassDescription => ({
  kind: 'class',
  name,
  description,
  superclass: { name: 'Event', package: 'global:' },
  members: members.map((member) => describeMember(member)),
})

const eventNameIn = (text: string): string => /super\('([\w-]+)'/.exec(text)?.[1] ?? ''
const sentence = (text: string): string => text.replace(/^\w/, (letter) => letter.toUpperCase())
const listed = (descriptions: Readonly<Record<string, string>>) =>
  Object.entries(descriptions).map(([name, description]) => ({ name, description }))

/** `value` as a file of ours. */
export const jsonFile = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

/** Where the manifest is kept. */
export const manifestFile = fileURLToPath(new URL('../custom-elements.json', import.meta.url))

if (import.meta.main) writeFileSync(manifestFile, jsonFile(describeElement()))
