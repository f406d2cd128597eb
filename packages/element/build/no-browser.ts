// What the npm package has in place of `@lit-labs/ssr-dom-shim`: as much of a browser as its modules need to be imported on a server,
// where the tag is rendered without its content.

const defined = new Map<string, CustomElementConstructor>()

/** The class that elements extend on a server. */
export const HTMLElement: typeof EventTarget = EventTarget

/** The registry of a server, on which the tag is defined once. */
export const customElements = {
  get: (name: string): CustomElementConstructor | undefined => defined.get(name),
  define: (name: string, constructor: CustomElementConstructor): void => void defined.set(name, constructor),
}
