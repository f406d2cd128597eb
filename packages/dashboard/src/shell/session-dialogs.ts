import { BillingError, type BillingErrorCode } from '@billing-checkout/client'
import type { DashboardSession } from '@billing-checkout/contract'
import { html, type TemplateResult } from 'lit'
import type { SessionPrompts } from '../api/session/fetch-as-user.ts'
import { confirmIdentityInWindow } from '../api/session/identities.ts'
import { canUsePasskeys, reauthenticateWithPasskey, signInWithPasskey } from '../api/session/passkeys.ts'
import { findSession, reauthenticateWithPassword, signIn, signOut } from '../api/session/session-requests.ts'
import { field } from '../parts/field.ts'
import { type DialogAlternative, InputFault, openRequiredDialog } from '../parts/form-dialog.ts'
import type { Say } from '../words/say.ts'

/** Prompts the user in a dialog on top of the page. If several requests need the same prompt, one dialog serves all. */
export const sessionPrompts = (
  { user: { email }, identity_provider: provider }: DashboardSession,
  say: Say,
): SessionPrompts => {
  const password = (hint: string) => () =>
    html`<p>${hint}</p>
      <p class="quiet"><bdi>${email}</bdi></p>
      ${usernameFor(email)}
      ${field({
        name: 'current-password',
        label: say('signIn.password'),
        type: 'password',
        autocomplete: 'current-password',
        isWithFocus: true,
      })}`
  const typed = (form: FormData): string => String(form.get('current-password'))
  return {
    signInAgain: shared(() =>
      openRequiredDialog({
        say,
        heading: say('signIn.again'),
        content: password(say('signIn.againHint')),
        submitLabel: say('signIn.submit'),
        submit: async (form) => void (await signIn({ email, password: typed(form) })),
        alternatives: [
          ...byPasskey(say, async () => refuseOtherUser(await signInWithPasskey(), email, say('signIn.otherUser'))),
          ...byProvider(say, provider, async () => {
            await confirmIdentityInWindow('sign_in')
            await refuseOtherUser(await findSession(), email, say('identity.otherUser'))
          }),
        ],
        sentences: { invalid_credentials: 'signIn.confirmWrong' },
      }),
    ),
    confirmPassword: shared(() =>
      openRequiredDialog({
        say,
        heading: say('signIn.confirm'),
        content: password(say('signIn.confirmHint')),
        submitLabel: say('signIn.confirmSubmit'),
        submit: async (form) => void (await reauthenticateWithPassword({ password: typed(form) })),
        alternatives: [
          ...byPasskey(say, async () => void (await reauthenticateWithPasskey())),
          ...byProvider(say, provider, () => confirmIdentityInWindow('reauthenticate')),
        ],
        sentences: {
          invalid_credentials: 'signIn.confirmWrong',
          missing_credentials: 'error.sessionOver',
          expired_credentials: 'error.sessionOver',
        },
      }),
    ),
  }
}

/** A hidden field with the user's email address, so that a password manager offers the right password. */
const usernameFor = (email: string): TemplateResult =>
  html`<input hidden type="text" autocomplete="username" .value=${email} />`

/** A button for using a passkey instead of the password; absent if this browser does not support passkeys. */
const byPasskey = (say: Say, confirm: () => Promise<void>): readonly DialogAlternative[] =>
  canUsePasskeys()
    ? [
        {
          label: say('signIn.usePasskey'),
          submit: () =>
            confirm().catch((error: unknown) => throwIf('invalid_credentials', error, say('passkey.refused'))),
        },
      ]
    : []

/** A button for confirming the identity at the provider in another window; absent if the user's account is not linked. */
const byProvider = (say: Say, name: string | null, confirm: () => Promise<void>): readonly DialogAlternative[] =>
  name === null
    ? []
    : [
        {
          label: say('signIn.useProvider', { name }),
          submit: () => confirm().catch((error: unknown) => throwIf('unavailable', error, say('identity.unavailable'))),
        },
      ]

const throwIf = (code: BillingErrorCode, error: unknown, sentence: string): never => {
  throw error instanceof BillingError && error.code === code ? new InputFault(sentence) : error
}

/**
 * Throws unless the user with `email` is signed in, because the interrupted request may continue only as the same user. Signs out any other
 * user.
 */
const refuseOtherUser = async (session: DashboardSession | null, email: string, sentence: string): Promise<void> => {
  if (session?.user.email === email) return
  if (session !== null) await signOut()
  throw new InputFault(sentence)
}

/** The prompt `ask`, but never open twice: while it is open, every other caller waits for the same answer. */
const shared = (ask: () => Promise<void>): (() => Promise<void>) => {
  let asked: Promise<void> | undefined
  return () => (asked ??= ask().finally(() => (asked = undefined)))
}
