import { tellDeveloper } from './developer/tell-developer.ts'

/** Addresses of frames that the page's Content-Security-Policy has forbidden. */
export const blockedFrames: string[] = []

// Imported before Lit: where its policy is not allowed, its module throws and nothing of the element is ever run.
globalThis.document?.addEventListener(
  'securitypolicyviolation',
  ({ disposition, effectiveDirective, sample, blockedURI }) => {
    if (disposition === 'enforce' && effectiveDirective === 'frame-src' && blockedURI) blockedFrames.push(blockedURI)
    if (effectiveDirective === 'trusted-types' && sample.startsWith('lit-html')) tellDeveloper('trusted_types')
  },
)
