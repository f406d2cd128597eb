import type { Plugin } from 'vite'
import { cardFrameStyles } from '../src/card-frame/styles.ts'
import { hostedFrameStyles } from '../src/card-frame/hosted/styles.ts'
import { firstTokens, sharedTokenNames } from '../src/styles/first-tokens.ts'
import { walletFrameStyles } from '../src/wallet-frame/styles.ts'
import { minifyStyles } from './minify-templates.ts'

/** The style sheets of the frames, by the end of their file names. */
const finished = {
  '/card-frame/hosted/styles.ts': { hostedFrameStyles },
  '/card-frame/styles.ts': { cardFrameStyles },
  '/wallet-frame/styles.ts': { walletFrameStyles },
}

const firstTokensFile = '/styles/first-tokens.ts'
const frameTokensFile = '/styles/frame-token-names.ts'

/** A replacement for the module `firstTokensFile`, with minified values. */
const writeFirstTokens = (): string => {
  const minified = Object.entries(firstTokens).map(([name, value]) => [name, minifyStyles(value)] as const)
  const written = (isShared: boolean) =>
    JSON.stringify(
      Object.fromEntries(
        minified.filter(([name]) => (sharedTokenNames as readonly string[]).includes(name) === isShared),
      ),
    ).slice(1)
  return `const sharedTokens={${written(true)}
export const sharedTokenNames=Object.keys(sharedTokens)
export const firstTokens={...sharedTokens,${written(false)}`
}

/**
 * A plugin that evaluates the frames' style sheets at build time and ships the resulting texts, without the modules
 * that compose them. The plugin also minifies the tokens of the first paint, and writes out the names of the tokens
 * that the card frame uses.
 */
export const finishStyles = (): Plugin => ({
  name: 'finish-styles',
  enforce: 'pre',
  load(id) {
    if (id.endsWith(firstTokensFile)) return writeFirstTokens()
    if (id.endsWith(frameTokensFile)) return `export const frameTokenNames = ${JSON.stringify(sharedTokenNames)}`
    const [, sheet] = Object.entries(finished).find(([end]) => id.endsWith(end)) ?? []
    if (sheet === undefined) return null
    return Object.entries(sheet)
      .map(([name, styles]) => `export const ${name} = ${JSON.stringify(minifyStyles(styles))}`)
      .join('\n')
  },
})
