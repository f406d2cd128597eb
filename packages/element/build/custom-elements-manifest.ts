/** The part of the custom elements manifest, schema 2.1.0, that we fill in. */
export interface ElementManifest {
  readonly schemaVersion: string
  readonly modules: readonly ModuleDescription[]
}

interface ModuleDescription {
  readonly kind: 'javascript-module'
  /** The module's path in the published package. */
  readonly path: string
  readonly declarations?: readonly (ElementDescription | ClassDescription)[]
  readonly exports: readonly {
    readonly kind: 'js' | 'custom-element-definition'
    readonly name: string
    readonly declaration: { readonly name: string; readonly module?: string }
  }[]
}

/** A name with a description. */
export interface Named {
  readonly name: string
  readonly description: string
}

interface TypeText {
  readonly text: string
}

/** An attribute, and the field it sets. */
export interface AttributeDescription extends Named {
  readonly fieldName: string
  readonly type: TypeText
}

/** A field or method. */
export type MemberDescription =
  | (Named & {
      readonly kind: 'field'
      readonly type: TypeText
      readonly readonly?: true
      readonly attribute?: string
      readonly reflects?: true
    })
  | (Named & {
      readonly kind: 'method'
      readonly parameters: readonly { readonly name: string; readonly type: TypeText; readonly optional?: true }[]
      readonly return: { readonly type: TypeText }
    })

/** A class with its public members. */
export interface ClassDescription extends Named {
  readonly kind: 'class'
  readonly superclass: { readonly name: string; readonly package: string }
  readonly members: readonly MemberDescription[]
}

/** An element's class, with everything that a page can rely on. */
export interface ElementDescription extends ClassDescription {
  readonly tagName: string
  readonly customElement: true
  readonly attributes: readonly AttributeDescription[]
  readonly events: readonly (Named & { readonly type: TypeText })[]
  readonly slots: readonly Named[]
  readonly cssParts: readonly Named[]
  readonly cssStates: readonly Named[]
  readonly cssProperties: readonly (Named & { readonly default: string })[]
}
