import type { Plugin } from 'vite'
import { cardFrameStyles } from '../src/card-frame/styles.ts'
import { hostedFrameStyles } from '../src/card-frame/hosted/styles.ts'
import { firstTokens, sharedNames } from '../src/styles/first-tokens.ts'
import { walletFrameStyles } from '../src/wallet-frame/styles.ts'
import { minifyStyles } from './minify-templates.ts'

/** The style sheets of the frames, each by the end of its file's name. */
const finished = {
  '/card-frame/hosted/styles.ts': { hostedFrameStyles },
  '/card-frame/styles.ts': { cardFrameStyles },
  '/wallet-frame/styles.ts': { walletFrameStyles },
}

const firstTokensFile = '/styles/first-tokens.ts'

/** A module like `firstTokensFile`, with values that are as short as can be. */
const writeFirstTokens = (): string => {
  const minified = Object.entries(firstTokens).map(([name, value]) => [name, minifyStyles(value)] as const)
  const written = (isShared: boolean) =>
    JSON.stringify(Object.fromEntries(minified.filter(([name]) => sharedNames.includes(name) === isShared))).slice(1)
  return `const sharedTokens={${written(true)}
export const sharedNames=Object.keys(sharedTokens)
export const firstTokens={...sharedTokens,${written(false)}`
}

/**
 * A plugin that ships the style sheets of the frames as the texts they come to, without what they are put together from, and
 * the tokens of the first paint without the spaces that mean nothing.
 */
export const finishStyles = (): Plugin => ({
  name: 'finish-styles',
  enforce: 'pre',
  load(id) {
    if (id.endsWith(firstTokensFile)) return writeFirstTokens()
    const [, sheet] = Object.entries(finished).find(([end]) => id.endsWith(end)) ?? []
    if (sheet === undefined) return null
    return Object.entries(sheet)
      .map(([name, styles]) => `export const ${name} = ${JSON.stringify(minifyStyles(styles))}`)
      .join('\n')
  },
})
