// Replaces `@lit-labs/ssr-dom-shim` in the npm package: the browser globals without which a server could not import the
// package's modules. The server renders the tag without content.

const defined = new Map<string, CustomElementConstructor>()

/** The class that elements extend on a server. */
export const HTMLElement: typeof EventTarget = EventTarget

/** The custom element registry on a server. */
export const customElements = {
  get: (name: string): CustomElementConstructor | undefined => defined.get(name),
  define: (name: string, constructor: CustomElementConstructor): void => void defined.set(name, constructor),
}
