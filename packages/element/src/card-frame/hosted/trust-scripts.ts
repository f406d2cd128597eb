/** The part of a browser's trusted types that is needed here; TypeScript does not know them. */
interface TrustedTypes {
  createPolicy(name: 'default', rules: { readonly createScriptURL: (url: string) => string | null }): unknown
}

/**
 * Lets the document load scripts from `sources`, as its policy names them, and refuses every other way to turn text into code. This is
 * the default policy, because the script of another company cannot be handed a policy of ours.
 */
export const trustScripts = (sources: readonly string[]): void => {
  const { trustedTypes } = window as { readonly trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', { createScriptURL: (url) => (isAllowedBy(sources, url) ? url : null) })
}

/** Whether an address is of one of the sources: an origin, or `https://*.` and the end of its name. */
export const isAllowedBy = (sources: readonly string[], url: string): boolean => {
  if (!URL.canParse(url)) return false
  const { origin, protocol, port, hostname } = new URL(url)
  return sources.some((source) => {
    const [, parent] = /^https:\/\/\*(\..+)$/.exec(source) ?? []
    if (parent === undefined) return origin === source
    return protocol === 'https:' && port === '' && hostname.endsWith(parent)
  })
}
