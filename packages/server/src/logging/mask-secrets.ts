import { maskCardNumbers } from '../reading/show-value.ts'

/** Removes API keys, signed or sealed tokens, passwords in addresses and card numbers from a text. */
export const maskSecrets = (text: string): string =>
  maskCardNumbers(
    text
      .replaceAll(/\bsk_(sandbox|live)_\w+/g, 'sk_$1_[masked]')
      .replaceAll(/\beyJ[\w-]+(\.[\w-]*){2,4}/g, '[masked]')
      .replaceAll(/(\w+:\/\/[^\s:/@]+):[^\s/@]+@/g, '$1:[masked]@'),
  )
