import { tellDeveloper } from './developer/tell-developer.ts'

// Imported before Lit: where its policy is not allowed, its module throws and nothing of the element is ever run.
globalThis.document?.addEventListener('securitypolicyviolation', ({ effectiveDirective, sample }) => {
  if (effectiveDirective === 'trusted-types' && sample.startsWith('lit-html')) tellDeveloper('trusted_types')
})
