/** The dialog for an issuer's page, in a chunk of its own, which most payments never need. */
export { openChallenge } from './challenge-dialog.ts'
export { challengeStyles as styles } from './challenge-styles.ts'
