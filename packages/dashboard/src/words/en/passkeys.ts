/** The texts about passkeys, on the sign-in page and the account screen, in English. `{name}` is a placeholder. */
export const passkeysEn = {
  'signIn.passkey': 'Sign in with a passkey',
  'signIn.usePasskey': 'Use a passkey',
  'signIn.otherUser': 'This passkey is another user’s. Use one of yours, or your password.',
  'settings.tab.account': 'Your account',
  'passkey.title': 'Passkeys',
  'passkey.hint':
    'Sign in with the lock of your device or a security key, instead of your password. Your password stays valid.',
  'passkey.add': 'Add a passkey',
  'passkey.addHint': 'Your browser will ask you to unlock this device or to touch a security key.',
  'passkey.name': 'Name',
  'passkey.nameHint': 'Such as the device it is on.',
  'passkey.added': 'The passkey is added',
  'passkey.created': 'Added',
  'passkey.used': 'Last used',
  'passkey.never': 'Never',
  'passkey.empty': 'No passkeys',
  'passkey.impossible':
    'This browser has no passkeys for this address. They need https, or localhost on your own machine, and a host name instead of an IP address.',
  'passkey.rename': 'Rename',
  'passkey.renameTitle': 'Name of {name}',
  'passkey.renamed': 'The name is changed',
  'passkey.remove': 'Remove',
  'passkey.removeTitle': 'Remove {name}',
  'passkey.removeHint':
    'It will no longer sign you in, and you are signed out everywhere else. Delete it on the device too.',
  'passkey.removed': 'The passkey is removed',
  'passkey.notConfirmed': 'The passkey was not confirmed. Try again, or use your password.',
  'passkey.knownHere': 'This device has a passkey of yours already.',
  'passkey.refused': 'This passkey was refused. It may have been removed here. Use your password.',
  'error.lastSignInMethod': 'This is your only way to sign in. Add another way first, such as a passkey.',
} as const
