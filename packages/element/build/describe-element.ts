import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { tokens } from '../src/styles/tokens.ts'
import {
  attributeDescriptions,
  eventDescriptions,
  methodDescriptions,
  partDescriptions,
  slotDescriptions,
  stateDescriptions,
  tokenDescriptions,
} from './documentation.ts'

type Descriptions = Readonly<Record<string, string>>
const listed = (descriptions: Descriptions) =>
  Object.entries(descriptions).map(([name, description]) => ({ name, description }))
const camelCase = (name: string) => name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** The element's custom elements manifest (schema 2.1.0), as it is written to `custom-elements.json`. */
export const describeElement = (): string =>
  `${JSON.stringify(
    {
      schemaVersion: '2.1.0',
      modules: [
        {
          kind: 'javascript-module',
          path: 'src/billing-checkout.ts',
          declarations: [
            {
              kind: 'class',
              name: 'BillingCheckout',
              tagName: 'billing-checkout',
              customElement: true,
              description: 'Shows what a client session offers, takes the card in an isolated frame and pays.',
              attributes: listed(attributeDescriptions).map((one) => ({ ...one, fieldName: camelCase(one.name) })),
              members: listed(methodDescriptions).map((one) => ({ kind: 'method', ...one })),
              events: listed(eventDescriptions).map((one) => ({ ...one, type: { text: classOf(one.name) } })),
              slots: listed(slotDescriptions),
              cssParts: listed(partDescriptions),
              cssStates: listed(stateDescriptions),
              cssProperties: Object.entries(tokenDescriptions).map(([name, description]) => ({
                name: `--billing-${name}`,
                description,
                default: tokens[name as keyof typeof tokens].replaceAll('--_', '--billing-'),
              })),
            },
          ],
          exports: [{ kind: 'js', name: 'BillingCheckout', declaration: { name: 'BillingCheckout' } }],
        },
        {
          kind: 'javascript-module',
          path: 'src/define.ts',
          exports: [
            {
              kind: 'custom-element-definition',
              name: 'billing-checkout',
              declaration: { name: 'BillingCheckout', module: 'src/billing-checkout.ts' },
            },
          ],
        },
      ],
    },
    null,
    2,
  )}\n`

const classOf = (event: string): string => `${camelCase(`-${event}`)}Event`

/** Where the manifest is kept. */
export const manifestFile = fileURLToPath(new URL('../custom-elements.json', import.meta.url))

if (import.meta.main) writeFileSync(manifestFile, describeElement())
