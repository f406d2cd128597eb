/** The dialog for an issuer's page, in a separate chunk, because most payments never need it. */
export { openChallenge } from './challenge-dialog.ts'
export { challengeStyles as styles } from './challenge-styles.ts'
