import type { GivenAccount } from '@billing-checkout/server/processor'
import { parseMethodKinds, typesOfKinds } from '../methods/kinds.ts'
import { isLoopbackUrl } from './client-config.ts'

/** Every fault in an account's settings that can be found without a request. The messages never contain a key. */
export const examineAccount = ({ credentials, settings, livemode }: GivenAccount): readonly string[] => {
  const {
    publishable_key: publishable,
    method_kinds: kinds,
    api_url: url,
    script_url: scriptUrl,
    shopper_details: details = 'on',
  } = settings
  return [
    ...examineSecret(credentials['secret_key'] ?? '', livemode),
    ...examinePublishable(publishable, livemode),
    ...(kinds === undefined || parseMethodKinds(kinds) !== undefined
      ? []
      : [`method_kinds must be a list of ${Object.keys(typesOfKinds).join(', ')}, with commas between.`]),
    ...(/^(?:on|off)$/.test(details) ? [] : ['shopper_details must be on or off.']),
    ...(url === undefined ? [] : examineUrl(url, livemode)),
    ...(scriptUrl === undefined ? [] : examineScriptUrl(scriptUrl, { url, livemode })),
  ]
}

const examineSecret = (key: string, livemode: boolean): readonly string[] => {
  if (key.startsWith('pk_'))
    return ['secret_key is a publishable key (pk_…): give the secret key (sk_…) or a restricted key (rk_…) instead.']
  if (key.startsWith('whsec_'))
    return ['secret_key is the secret of a webhook endpoint (whsec_…): give the secret key (sk_…).']
  if (!/^(?:sk|rk)_(?:test|live)_\w+$/.test(key))
    return ['secret_key must be a secret key (sk_test_…, sk_live_…) or a restricted key (rk_test_…, rk_live_…).']
  return ofOtherMode('secret_key', key, livemode)
}

const examinePublishable = (key: string | undefined, livemode: boolean): readonly string[] => {
  if (key === undefined) return ['publishable_key is required: --set publishable_key=pk_…']
  if (/^(?:sk|rk)_/.test(key))
    return [
      'publishable_key is a secret key, which every shopper would see: give the publishable key (pk_…), and rotate that secret.',
    ]
  if (!/^pk_(?:test|live)_\w+$/.test(key))
    return ['publishable_key must be a publishable key (pk_test_… or pk_live_…).']
  return ofOtherMode('publishable_key', key, livemode)
}

const ofOtherMode = (name: string, key: string, livemode: boolean): readonly string[] => {
  if (key.includes('_live_') === livemode) return []
  return [
    livemode
      ? `${name} is a test key, and this database is for real money: give the live key.`
      : `${name} is a live key, and this database is a sandbox's: give the test key, and nothing can charge anybody.`,
  ]
}

const examineUrl = (url: string, livemode: boolean): readonly string[] => {
  if (livemode) return ['api_url is for stand-ins of Stripe, which no real money goes to.']
  return isLoopbackUrl(url) ? [] : ['api_url must be an address on this machine, such as http://127.0.0.1:12111.']
}

/**
 * The server of the script can read everything that shoppers type into the fields. Only a stand-in on this machine is allowed, and only
 * without real money.
 */
const examineScriptUrl = (
  scriptUrl: string,
  { url, livemode }: { readonly url: string | undefined; readonly livemode: boolean },
): readonly string[] => {
  if (livemode) return ['script_url is for stand-ins of js.stripe.com, which shoppers never type a real card into.']
  if (url === undefined) return ['script_url goes with api_url only: the real Stripe knows no cards of a stand-in.']
  return isLoopbackUrl(scriptUrl) && new URL(scriptUrl).origin === scriptUrl
    ? []
    : ['script_url must be an origin on this machine, such as http://127.0.0.1:12112.']
}
