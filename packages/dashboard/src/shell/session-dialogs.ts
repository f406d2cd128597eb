import { html } from 'lit'
import type { SessionQuestions } from '../api/fetch-as-user.ts'
import { reauthenticate, signIn } from '../api/session-requests.ts'
import { field } from '../parts/field.ts'
import { insist } from '../parts/form-dialog.ts'
import type { Say } from '../words/say.ts'

/** Asks in a dialog over whatever the user is doing. Requests that meet the same question wait for one answer. */
export const sessionQuestions = (email: string, say: Say): SessionQuestions => {
  const password = (hint: string) => () =>
    html`<p>${hint}</p>
      <p class="quiet"><bdi>${email}</bdi></p>
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
        sentences: {
          invalid_credentials: 'signIn.confirmWrong',
          missing_credentials: 'error.sessionOver',
          expired_credentials: 'error.sessionOver',
        },
      }),
    ),
  }
}

const once = (ask: () => Promise<void>): (() => Promise<void>) => {
  let asked: Promise<void> | undefined
  return () => (asked ??= ask().finally(() => (asked = undefined)))
}
