// Copies of Lit's tags for the chunks that load later. These chunks only create templates and render none, so with the copies they need not
// contain Lit. By design, Lit renders the templates of any copy; a test compares these tags with the real ones.
const tag =
  (type: 1 | 2) =>
  (strings: TemplateStringsArray, ...values: readonly unknown[]) => ({ _$litType$: type, strings, values })

/** Lit's `html`. */
export const html = tag(1)
/** Lit's `svg`. */
export const svg = tag(2)
/** Lit's `nothing`. */
export const nothing = Symbol.for('lit-nothing')
