import type { Plugin } from 'vite'
import { cardFrameStyles } from '../src/card-frame/styles.ts'
import { minifyStyles } from './minify-templates.ts'

/** A plugin that ships the card frame's style sheet as the text it comes to, without what it is put together from. */
export const finishStyles = (): Plugin => ({
  name: 'finish-styles',
  enforce: 'pre',
  load: (id) =>
    id.endsWith('/card-frame/styles.ts')
      ? `export const cardFrameStyles = ${JSON.stringify(minifyStyles(cardFrameStyles))}`
      : null,
})
