import type { BillingError } from '@billing-checkout/client'
import type { DashboardSession } from '@billing-checkout/contract'
import { passwordLengthMin } from '@billing-checkout/contract/dashboard'
import type { TemplateResult } from 'lit'
import type { ErrorMessages } from '../api/explain-error.ts'
import { redeemOneTimeLink, createFirstUser, signIn } from '../api/session/session-requests.ts'
import { field } from '../parts/field.ts'
import type { ScreenLocation } from '../places/screen-location.ts'
import type { MessageName } from '../words/en.ts'
import type { Say } from '../words/say.ts'

/** A form that signs a user in. */
export interface SignInForm {
  readonly title: MessageName
  readonly hint?: MessageName
  readonly fields: (say: Say) => readonly TemplateResult[]
  readonly submit: MessageName
  /** Sends the form. `token` is the last segment of the link's path. */
  readonly send: (typed: (name: string) => string, token: string) => Promise<DashboardSession>
  /** Messages for error codes that have a special meaning in this form. */
  readonly sentencesFor?: (error: BillingError) => ErrorMessages
}

/** The form for an address: accepting an invitation, resetting a password, set-up, or signing in. */
export const signInFormFor = ({ screen }: ScreenLocation): SignInForm => {
  if (screen === 'set-up' || screen === 'invitation' || screen === 'password') return forms[screen]
  return forms['sign-in']
}

const newPassword = (label: string, hint: string, isWithFocus = false): TemplateResult =>
  field({
    name: 'password',
    label,
    hint,
    type: 'password',
    autocomplete: 'new-password',
    lengthMin: passwordLengthMin,
    isWithFocus,
  })

const forms = {
  'sign-in': {
    title: 'signIn.title',
    fields: (say) => [
      field({
        name: 'email',
        label: say('signIn.email'),
        type: 'email',
        autocomplete: 'username',
        isWithFocus: true,
      }),
      field({
        name: 'password',
        label: say('signIn.password'),
        type: 'password',
        autocomplete: 'current-password',
      }),
    ],
    submit: 'signIn.submit',
    send: (typed) => signIn({ email: typed('email'), password: typed('password') }),
  },
  'set-up': {
    title: 'setUp.title',
    hint: 'setUp.hint',
    fields: (say) => [
      field({ name: 'code', label: say('setUp.code'), hint: say('setUp.codeHint'), isWithFocus: true }),
      field({ name: 'name', label: say('setUp.name'), autocomplete: 'name' }),
      field({ name: 'email', label: say('signIn.email'), type: 'email', autocomplete: 'username' }),
      newPassword(say('signIn.password'), say('setUp.passwordHint', { count: passwordLengthMin })),
    ],
    submit: 'setUp.submit',
    send: (typed) =>
      createFirstUser({
        code: typed('code').trim(),
        name: typed('name'),
        email: typed('email'),
        password: typed('password'),
      }),
    sentencesFor: () => ({ invalid_credentials: 'setUp.codeOver' }),
  },
  invitation: {
    title: 'invitation.title',
    fields: (say) => [
      field({
        name: 'name',
        label: say('setUp.name'),
        hint: say('invitation.nameHint'),
        autocomplete: 'name',
        isOptional: true,
        isWithFocus: true,
      }),
      newPassword(say('signIn.password'), say('invitation.passwordHint', { count: passwordLengthMin })),
    ],
    submit: 'invitation.submit',
    send: (typed, token) => {
      const name = typed('name').trim()
      return redeemOneTimeLink({ token, password: typed('password'), ...(name !== '' && { name }) })
    },
    sentencesFor: ({ details }) => ({
      invalid_credentials: details.some(({ path }) => path === 'body.password')
        ? 'invitation.otherPassword'
        : 'invitation.over',
      ...(details.some(({ path, code }) => path === 'body.name' && code === 'required') && {
        invalid_parameter: 'invitation.nameRequired',
      }),
    }),
  },
  password: {
    title: 'newPassword.title',
    hint: 'newPassword.hint',
    fields: (say) => [
      newPassword(say('newPassword.label'), say('setUp.passwordHint', { count: passwordLengthMin }), true),
    ],
    submit: 'newPassword.submit',
    send: (typed, token) => redeemOneTimeLink({ token, password: typed('password') }),
    sentencesFor: () => ({ invalid_credentials: 'newPassword.over' }),
  },
} as const satisfies Record<string, SignInForm>
