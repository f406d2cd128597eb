import type { Checkout } from '@billing-checkout/contract'
import { hasPlatformSheet } from './platform-sheet.ts'
import type { WalletKind } from '../checkout/requests/transport.ts'
import { wallets } from './wallet-kinds.ts'

const found = new Map<string, readonly WalletKind[] | null>()

/**
 * The wallets that the server offers and this browser can open, in the server's order. Null until we know them; then `onFound` is called.
 * In a sandbox, all offered wallets are available, because the sandbox has its own sheets.
 */
export const availableKinds = (
  { method_kinds: offered, wallet_frames: framed, mode }: OfferedKinds,
  onFound: () => void,
): readonly WalletKind[] | null => {
  const kinds = [...offered.filter((kind) => kind !== 'CARD'), ...framed.map(({ type }) => type)]
  const question = `${mode} ${kinds.join(' ')}`
  if (!found.has(question)) {
    if (mode === 'sandbox' || kinds.every(opensAnywhere)) found.set(question, kinds)
    else {
      found.set(question, null)
      void probeKinds(kinds).then((available) => {
        found.set(question, available)
        onFound()
      })
    }
  }
  return found.get(question) ?? null
}

type OfferedKinds = Pick<Checkout, 'method_kinds' | 'mode' | 'wallet_frames'>

const opensAnywhere = (kind: WalletKind): boolean => wallets[kind].flow === 'redirect'

const probeKinds = async (kinds: readonly WalletKind[]): Promise<readonly WalletKind[]> => {
  const answers = await Promise.all(kinds.map((kind) => opensAnywhere(kind) || hasPlatformSheet(kind)))
  return kinds.filter((_, place) => answers[place])
}
