import { css } from '../styles/css.ts'
import { tokens } from '../styles/tokens.ts'

/** The element's tokens that affect the button; `applyTheme` overrides their defaults. */
const buttonTokens = ['color-surface', 'field-height', 'radius-field'] as const

/** The style sheet of the wallet frame, in which only the button is visible. */
export const walletFrameStyles: string = [
  `:root{${buttonTokens.map((name) => `--_${name}:${tokens[name]}`).join(';')}}`,
  css`
    :root {
      color-scheme: light dark;
      background: var(--_color-surface);
    }
    body {
      margin: 0;
      /* Space for a focus ring, which the frame's edge would cut off. */
      padding: 4px;
      overflow: hidden;
    }
    .wallet {
      min-block-size: var(--_field-height);
      border-radius: var(--_radius-field);
    }
  `,
].join('')
