import type { Plugin } from 'vite'
import { cardFrameStyles } from '../src/card-frame/styles.ts'
import { hostedFrameStyles } from '../src/card-frame/hosted/styles.ts'
import { minifyStyles } from './minify-templates.ts'

/** A plugin that ships the style sheets of the card frames as the texts they come to, without what they are put together from. */
export const finishStyles = (): Plugin => ({
  name: 'finish-styles',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('/card-frame/hosted/styles.ts')
      ? `export const hostedFrameStyles = ${JSON.stringify(minifyStyles(hostedFrameStyles))}`
      : id.endsWith('/card-frame/styles.ts')
        ? `export const cardFrameStyles = ${JSON.stringify(minifyStyles(cardFrameStyles))}`
        : null,
})
