import { BillingError } from '@billing-checkout/client'
import { html, type TemplateResult } from 'lit'
import type { SessionQuestions } from '../api/session/fetch-as-user.ts'
import { canUsePasskeys, reauthenticateWithPasskey, signInWithPasskey } from '../api/session/passkeys.ts'
import { reauthenticate, signIn, signOut } from '../api/session/session-requests.ts'
import { field } from '../parts/field.ts'
import { type DialogOptions, InputFault, insist } from '../parts/form-dialog.ts'
import type { Say } from '../words/say.ts'

/** Asks in a dialog over whatever the user is doing. Requests that meet the same question wait for one answer. */
export const sessionQuestions = (email: string, say: Say): SessionQuestions => {
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
    signInAgain: once(() =>
      insist({
        say,
        heading: say('signIn.again'),
        content: password(say('signIn.againHint')),
        submitLabel: say('signIn.submit'),
        submit: async (form) => void (await signIn({ email, password: typed(form) })),
        alternative: byPasskey(say, () => signInAs(email, say)),
        sentences: { invalid_credentials: 'signIn.confirmWrong' },
      }),
    ),
    confirmPassword: once(() =>
      insist({
        say,
        heading: say('signIn.confirm'),
        content: password(say('signIn.confirmHint')),
        submitLabel: say('signIn.confirmSubmit'),
        submit: async (form) => void (await reauthenticate({ password: typed(form) })),
        alternative: byPasskey(say, async () => void (await reauthenticateWithPasskey())),
        sentences: {
          invalid_credentials: 'signIn.confirmWrong',
          missing_credentials: 'error.sessionOver',
          expired_credentials: 'error.sessionOver',
        },
      }),
    ),
  }
}

/** Tells password managers whose password the dialog wants. */
const usernameFor = (email: string): TemplateResult =>
  html`<input hidden type="text" autocomplete="username" .value=${email} />`

/** Answers by a passkey instead of the password, if this browser can have one. */
const byPasskey = (say: Say, prove: () => Promise<void>): DialogOptions['alternative'] =>
  canUsePasskeys()
    ? { label: say('signIn.usePasskey'), submit: () => prove().catch((error: unknown) => sayRefused(error, say)) }
    : undefined

const sayRefused = (error: unknown, say: Say): never => {
  const isRefused = error instanceof BillingError && error.code === 'invalid_credentials'
  throw isRefused ? new InputFault(say('passkey.refused')) : error
}

/** What the user was doing continues as this user: a passkey may be another one's, who signs out again. */
const signInAs = async (email: string, say: Say): Promise<void> => {
  const { user } = await signInWithPasskey()
  if (user.email === email) return
  await signOut()
  throw new InputFault(say('signIn.otherUser'))
}

const once = (ask: () => Promise<void>): (() => Promise<void>) => {
  let asked: Promise<void> | undefined
  return () => (asked ??= ask().finally(() => (asked = undefined)))
}
