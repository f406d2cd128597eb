import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { BillingCheckout } from '../src/billing-checkout.ts'
import { BillingPortal } from '../src/portal/billing-portal.ts'
import { portalMaxWidth } from '../src/portal/portal-styles.ts'
import { tokens } from '../src/styles/tokens.ts'
import type {
  AttributeDescription,
  ClassDescription,
  ElementDescription,
  ElementManifest,
  MemberDescription,
} from './custom-elements-manifest.ts'
import { partDescriptions, slotDescriptions, stateDescriptions, tokenDescriptions } from './documentation.ts'
import { portalPartDescriptions, portalSlotDescriptions, portalStateDescriptions } from './portal-documentation.ts'
import { type ReadClass, type ReadMember, readClasses } from './read-classes.ts'

const sourceOf = (name: string): string => fileURLToPath(new URL(`../src/${name}`, import.meta.url))

/** The elements of the package: class, files, and the documentation that cannot be read from the class. */
const elements = [
  {
    tagName: 'billing-checkout',
    element: BillingCheckout,
    source: 'billing-checkout.ts',
    events: 'checkout/state/events.ts',
    entry: 'esm/index.js',
    define: 'esm/define.js',
    slots: slotDescriptions,
    parts: partDescriptions,
    states: stateDescriptions,
    tokens,
  },
  {
    tagName: 'billing-portal',
    element: BillingPortal,
    source: 'portal/billing-portal.ts',
    events: 'portal/events.ts',
    entry: 'esm/portal.js',
    define: 'esm/portal-define.js',
    slots: portalSlotDescriptions,
    parts: portalPartDescriptions,
    states: portalStateDescriptions,
    tokens: { ...tokens, 'max-width': portalMaxWidth },
  },
] as const

type Described = (typeof elements)[number]

/**
 * The custom elements manifest of both elements, from their sources: members and events from the classes and their doc
 * comments, attributes from the class itself, the rest from the documentation files.
 */
export const describeElement = (): ElementManifest => ({
  schemaVersion: '2.1.0',
  modules: elements.flatMap((described) => {
    const { tagName, source, events: eventsFile, entry, define } = described
    const [element] = readClasses(sourceOf(source))
    if (element === undefined) throw new Error(`${source} exports no class`)
    const events = readClasses(sourceOf(eventsFile))
    const declarations = [describeClass(described, element, events), ...events.map(describeEventClass)]
    return [
      {
        kind: 'javascript-module' as const,
        path: entry,
        declarations,
        exports: declarations.map(({ name }) => ({ kind: 'js' as const, name, declaration: { name } })),
      },
      {
        kind: 'javascript-module' as const,
        path: define,
        exports: [
          {
            kind: 'custom-element-definition' as const,
            name: tagName,
            declaration: { name: element.name, module: entry },
          },
        ],
      },
    ]
  }),
})

const describeClass = (
  { tagName, element: elementClass, slots, parts, states, tokens: defaults }: Described,
  element: ReadClass,
  events: readonly ReadClass[],
): ElementDescription => {
  const attributes = attributesOf(elementClass)
  return {
    kind: 'class',
    name: element.name,
    tagName,
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
    slots: listed(slots),
    cssParts: listed(parts),
    cssStates: listed(states),
    cssProperties: Object.entries(tokenDescriptions).map(([name, description]) => ({
      name: `--billing-${name}`,
      description,
      default: defaults[name as keyof typeof tokens].replaceAll('--_', '--billing-'),
    })),
  }
}

type Attribute = Pick<AttributeDescription, 'name' | 'fieldName'> & { readonly isReflected: boolean }

/** The element's attributes, read from the class at run time, because the source need not show all of them. */
const attributesOf = (element: typeof BillingCheckout | typeof BillingPortal): readonly Attribute[] =>
  element.observedAttributes.map((name) => {
    const found = [...element.elementProperties].find(
      ([field, { attribute }]) => (attribute === undefined ? String(field).toLowerCase() : attribute) === name,
    )
    return { name, fieldName: String(found?.[0]), isReflected: found?.[1].reflect ?? false }
  })

const describeMember = (
  { kind, name, description, type, isReadonly, parameters }: ReadMember,
  attribute?: Attribute,
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

/** `value` as the text of a JSON file. */
export const jsonFile = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

/** The file of the manifest. */
export const manifestFile = fileURLToPath(new URL('../custom-elements.json', import.meta.url))

if (import.meta.main) writeFileSync(manifestFile, jsonFile(describeElement()))
