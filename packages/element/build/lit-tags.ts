// The chunk of later views only creates templates and never renders them, so it uses these copies of Lit's tags without
// Lit. Copies of Lit accept each other's template results by design; a test compares these with the real ones.
const tag =
  (type: 1 | 2) =>
  (strings: TemplateStringsArray, ...values: readonly unknown[]) => ({ _$litType$: type, strings, values })

/** Lit's `html`. */
export const html = tag(1)
/** Lit's `svg`. */
export const svg = tag(2)
/** Lit's `nothing`. */
export const nothing = Symbol.for('lit-nothing')
