import type { ElementDescription, ElementManifest, Named } from './custom-elements-manifest.ts'

/** The data for the editor setting `html.customData`: the tag, its attributes and their values. */
export const htmlDataOf = (manifest: ElementManifest): object => ({
  version: 1.1,
  tags: elementsOf(manifest).map(({ tagName, description, attributes }) => ({
    name: tagName,
    description,
    attributes: attributes.map(({ name, type, description }) => ({
      name,
      description,
      ...(valuesOf(type.text).length > 0 && { values: valuesOf(type.text) }),
    })),
  })),
})

/** The data for the editor setting `css.customData`: custom properties, parts and states. */
export const cssDataOf = (manifest: ElementManifest): object => {
  const elements = elementsOf(manifest)
  const described = (name: string, one: Named) => ({ name, description: one.description })
  const data = {
    properties: elements.flatMap(({ cssProperties }) =>
      cssProperties.map((one) => ({ name: one.name, description: `${one.description} Default: \`${one.default}\`` })),
    ),
    pseudoClasses: elements.flatMap(({ cssStates }) => cssStates.map((one) => described(`:state(${one.name})`, one))),
    pseudoElements: elements.flatMap(({ cssParts }) => cssParts.map((one) => described(`::part(${one.name})`, one))),
  }
  return {
    version: 1.1,
    properties: firstOfEach(data.properties),
    pseudoClasses: firstOfEach(data.pseudoClasses),
    pseudoElements: firstOfEach(data.pseudoElements),
  }
}

/** An editor's data on style sheets name no element. So if both elements have a name, only the first element's description is used. */
const firstOfEach = <One extends { readonly name: string }>(all: readonly One[]): readonly One[] =>
  all.filter(({ name }, place) => all.findIndex((other) => other.name === name) === place)

const elementsOf = ({ modules }: ElementManifest): readonly ElementDescription[] =>
  modules.flatMap(({ declarations = [] }) => declarations.filter((one) => 'tagName' in one))

/** The strings of a union such as `'light' | 'dark' | null`. */
const valuesOf = (type: string): readonly { readonly name: string }[] =>
  [...type.matchAll(/'([^']+)'/g)].map(([, name = '']) => ({ name }))
