import { afterEach, expect, test } from '../../../../../test/support/pages/component-test.ts'
import { hasPlatformSheet } from '../platform-sheet.ts'

const page = window as { ApplePaySession?: { canMakePayments: () => boolean } }

afterEach(() => {
  delete page.ApplePaySession
})

for (const canPay of [true, false])
  test(`Safari itself reports whether Apple Pay is available (${canPay}), and nothing about other wallets`, async () => {
    page.ApplePaySession = { canMakePayments: () => canPay }

    expect(await hasPlatformSheet('APPLE_PAY')).to.equal(canPay)
    expect(await hasPlatformSheet('PAYPAL')).to.equal(false)
  })
