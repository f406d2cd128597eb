/** The texts about the identity provider, on the sign-in page and the account screen, in English. `{name}` is a placeholder. */
export const identitiesEn = {
  'signIn.provider': 'Sign in with {name}',
  'signIn.useProvider': 'Use {name}',
  'invitation.provider': 'Join with {name}',
  'identity.title': 'Sign-in with {name}',
  'identity.hint': 'You can sign in with your account at {name}, and confirm there who you are.',
  'identity.notLinked': 'Not linked',
  'identity.notLinkedHint':
    'Your account is linked when you first sign in with {name}, if {name} has verified your email address.',
  'identity.issuer': 'Issuer',
  'identity.subject': 'Account at the issuer',
  'identity.linked': 'Linked',
  'identity.used': 'Last used',
  'identity.remove': 'Unlink account',
  'identity.removeHint':
    'You are signed out everywhere else. Your account is linked again the next time you sign in with {name}.',
  'identity.removed': 'Account unlinked',
  'identity.refused':
    "You were not signed in. Try again. If that fails, you need an invitation for your address or another way to sign in; the server's log has the reason.",
  'identity.reauthenticationRefused':
    'The provider did not confirm that it is you. Use the account linked to this user; the provider must ask you to sign in again and report when. Otherwise use your password or a passkey, or ask an operator for a password link.',
  'identity.notJoined':
    'You did not join. The invitation must be open, and for the address that is verified there. If your account has a password, join with it.',
  'identity.unavailable': 'The identity provider does not answer. Try again, or sign in another way.',
  'identity.blocked': 'Your browser blocked the window. Allow pop-ups for this page, then try again.',
  'identity.windowUnfinished': 'You have not confirmed in the other window. Try again.',
  'identity.otherUser': 'You signed in as another user. Use the account that was signed in here.',
  'identity.closeWindow': 'Done. You can close this window.',
  'identity.back': 'Back to sign-in',
} as const
