/** The part of a browser's trusted types that is needed here; TypeScript does not know them. */
interface TrustedTypes {
  createPolicy(name: 'default', rules: { readonly createScriptURL: (url: string) => string | null }): unknown
}

/**
 * Lets scripts of `sources`, as the document's policy names them, be loaded by address, and no other way be taken by which text becomes
 * code. It is the default policy because a script of another company's cannot be given ours.
 */
export const trustScripts = (sources: readonly string[]): void => {
  const { trustedTypes } = window as { readonly trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', { createScriptURL: (url) => (isOf(sources, url) ? url : null) })
}

/** Whether an address is of one of the sources: an origin, or `https://*.` and the end of its name. */
export const isOf = (sources: readonly string[], url: string): boolean => {
  if (!URL.canParse(url)) return false
  const { origin, protocol, port, hostname } = new URL(url)
  return sources.some((source) => {
    const [, parent] = /^https:\/\/\*(\..+)$/.exec(source) ?? []
    if (parent === undefined) return origin === source
    return protocol === 'https:' && port === '' && hostname.endsWith(parent)
  })
}
