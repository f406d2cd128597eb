import { expect, test } from 'vitest'
import { findCardWithCode } from './find-card-with-code.ts'

const visa = '4929939187355598'
const amex = '378282246310005'

test.each([
  ['a code after the number', `${visa} 963`],
  ['a code before it, with words', `code 963, card ${visa}`],
  ['a number in groups', '4929 9391 8735 5598 963'],
  ['a date between them', `${visa} 12/30 963`],
  ['four digits with American Express', `${amex} 0963`],
  ['a code right after its name', `${visa} CVC963`],
  ['a list', [visa, '963']],
  ['a dictionary', { number: visa, cvc: '963' }],
  ['a number as a JSON number', { number: Number(visa), cvv: 963 }],
  ['a code one level deeper', { card: { pan: visa }, check: { security_code: '963' } }],
  ['a number as a member’s name', { [visa]: { cvc2: '963' } }],
])('findCardWithCode finds %s', (_, sent) => {
  expect(findCardWithCode({ metadata: { note: sent } })).toEqual(expect.arrayContaining(['metadata', 'note']))
})

test.each([
  ['a number alone', visa],
  ['a number with an amount and a date', `${visa} 2026-11-21 12:30 9,99`],
  ['a number with a year', `order ${visa} of 2030`],
  ['digits that fail the check, with a code', '4929939187355599 963'],
  ['digits of no known brand, with a code', '9876543210987658 963'],
  ['a code alone', { cvc: '963' }],
  ['an invalid code', { number: visa, cvc: 'matched' }],
  ['other words', { number: visa, acid: '963', recid: 963 }],
  ['an identifier of ours, with a code', 'pay_01933f2e-93a2-7f9c-8f3c-411111111111 963'],
  ['an address made of random hexadecimal digits', 'a4929939187355598-963f-1963-963b@example.com'],
  ['digits inside words', `${visa} a963 963b x963y`],
])('findCardWithCode ignores %s', (_, sent) => {
  expect(findCardWithCode({ metadata: { note: sent } })).toBeUndefined()
})
