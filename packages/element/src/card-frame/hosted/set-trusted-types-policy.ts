/** The part of the Trusted Types API that we use; TypeScript has no types for it. */
interface TrustedTypes {
  createPolicy(name: 'default', rules: { readonly createScriptURL: (url: string) => string | null }): unknown
}

/**
 * Allows the document to load scripts from `sources`, as listed in its Content-Security-Policy, and forbids every other way to turn text
 * into code. This must be the document's default policy, because another company's script cannot be given a policy of ours.
 */
export const setTrustedTypesPolicy = (sources: readonly string[]): void => {
  const { trustedTypes } = window as { readonly trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', {
    createScriptURL: (url) => (isAllowedScriptSource(sources, url) ? url : null),
  })
}

/** Whether an address belongs to one of the sources: an origin, or `https://*.` and a domain. */
export const isAllowedScriptSource = (sources: readonly string[], url: string): boolean => {
  if (!URL.canParse(url)) return false
  const { origin, protocol, port, hostname } = new URL(url)
  return sources.some((source) => {
    const [, parent] = /^https:\/\/\*(\..+)$/.exec(source) ?? []
    if (parent === undefined) return origin === source
    return protocol === 'https:' && port === '' && hostname.endsWith(parent)
  })
}
