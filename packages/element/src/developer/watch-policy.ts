import { tellDeveloper } from './tell-developer.ts'

/** Frame addresses that the page's Content-Security-Policy has blocked. */
export const blockedFrames: string[] = []

// This module is imported before Lit. If the page forbids Lit's Trusted Types policy, Lit's module throws, and no later code of the element
// runs.
globalThis.document?.addEventListener(
  'securitypolicyviolation',
  ({ disposition, effectiveDirective, sample, blockedURI }) => {
    if (disposition === 'enforce' && effectiveDirective === 'frame-src' && blockedURI) blockedFrames.push(blockedURI)
    if (effectiveDirective === 'trusted-types' && sample.startsWith('lit-html')) tellDeveloper('trusted_types')
  },
)
