import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldCase, foldText } from './fold-text.ts'

test.each([
  ['ADA@EXAMPLE.COM', 'ada@example.com'],
  ['İstanbul', 'i\u0307stanbul'],
  ['istanbul', 'istanbul'],
  ['ISPARTA', 'isparta'],
  ['ısparta', 'ısparta'],
  ['ΟΔΥΣΣΕΥΣ', 'οδυσσευσ'],
  ['Ὀδυσσεύς', 'ὀδυσσεύσ'],
  ['Zoe\u0308', 'zoë'],
  ['ZOË', 'zoë'],
  ['Škoda', 'škoda'],
  ['S\u030Ckoda', 'škoda'],
  ['Straße', 'straße'],
  ['STRAẞE', 'straße'],
  ['ЖЕНЯ', 'женя'],
  ['ԳՐԻԳՈՐ', 'գրիգոր'],
  ['ｍｉｎａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'mina@example.com'],
  ['ﬁona', 'fiona'],
  ['ＡＤＡ', 'ada'],
  ['ｶﾅ', 'カナ'],
  ['Ⅷ', 'viii'],
  ['Å', 'å'],
  ['ꭰᏎ', 'ꭰꮞ'],
])('%j folds to %j', (text, folded) => {
  expect(foldText(text)).toBe(folded)
})

test('a folded text folds to itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(foldText(foldText(text))).toBe(foldText(text))
    }),
  )
})

test('folding only case keeps compatible characters different', () => {
  expect(foldCase('ＡＤＡ')).toBe('ａｄａ')
  expect(foldCase('ADA')).toBe('ada')
  expect(foldCase('Zoe\u0308')).toBe(foldCase('ZOË'))
})
