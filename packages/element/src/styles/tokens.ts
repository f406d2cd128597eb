/**
 * What a host page may restyle: `--billing-<name>` and its default. Names are public and permanent.
 */
export const tokens = {
  // Colours
  'color-text': 'light-dark(#15171c, #f3f4f6)',
  'color-text-muted': 'light-dark(#5b6170, #a3a9b8)',
  'color-surface': 'light-dark(#ffffff, #15171d)',
  'color-summary': 'light-dark(#f6f6f3, #1b1e25)',
  'color-border': 'light-dark(#e3e4e8, #2c303a)',
  'color-accent': 'light-dark(#3538cd, #9ea4ff)',
  'color-accent-hover': 'light-dark(#2a2ca8, #b6baff)',
  'color-on-accent': 'light-dark(#ffffff, #10122b)',
  'color-accent-soft': 'light-dark(#eef0ff, #22264a)',
  'color-danger': 'light-dark(#b42318, #ff9a8f)',
  'color-danger-soft': 'light-dark(#fef3f1, #34191a)',
  'color-warning': 'light-dark(#8a4b0b, #f6c26b)',
  'color-warning-soft': 'light-dark(#fff7e8, #33270f)',
  'color-success': 'light-dark(#067647, #5fd39b)',
  'color-success-soft': 'light-dark(#e9f9f0, #10301f)',
  'color-skeleton': 'light-dark(#ececef, #262a33)',
  'color-focus': 'var(--_color-accent)',
  'color-field': 'light-dark(#ffffff, #1b1e25)',
  'color-field-text': 'var(--_color-text)',
  'color-field-border': 'light-dark(#878d9b, #6d7485)',
  'color-field-border-hover': 'light-dark(#5b6170, #959cac)',
  'color-placeholder': 'light-dark(#6b7180, #959cac)',
  'color-label': 'var(--_color-text)',
  'color-link': 'var(--_color-accent)',
  'color-amount': 'var(--_color-text)',
  // Letters
  'font-family':
    "ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif",
  'font-size': '15px',
  'font-size-small': '13px',
  'font-size-title': '17px',
  'font-size-amount': '40px',
  'font-size-field': '16px',
  'font-weight': '400',
  'font-weight-label': '500',
  'font-weight-title': '600',
  'font-weight-amount': '650',
  'font-weight-button': '600',
  'line-height': '1.5',
  'letter-spacing-amount': '-0.025em',
  // Room
  space: '8px',
  padding: 'calc(var(--_space) * 3)',
  'padding-wide': 'calc(var(--_space) * 5)',
  'field-gap': 'calc(var(--_space) * 2)',
  'label-gap': '6px',
  'field-height': '48px',
  'field-padding': '14px',
  'button-height': '52px',
  'max-width': '980px',
  // Shape
  radius: '16px',
  'radius-field': '10px',
  'radius-button': '12px',
  'radius-notice': '12px',
  'border-width': '1px',
  'border-width-field': '1px',
  'focus-width': '3px',
  shadow: '0 1px 2px rgb(16 18 27 / 5%), 0 12px 32px -12px rgb(16 18 27 / 12%)',
  'shadow-button': '0 1px 2px rgb(16 18 27 / 16%), inset 0 1px 0 rgb(255 255 255 / 14%)',
  'shadow-field': '0 1px 2px rgb(16 18 27 / 5%)',
  // Motion
  duration: '160ms',
  'duration-slow': '420ms',
  easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
  // Marks
  'icon-size': '20px',
  'brand-width': '32px',
  'outcome-icon-size': '64px',
} as const satisfies Readonly<Record<string, string>>

/** The name of one token, without `--billing-`. */
export type TokenName = keyof typeof tokens

/**
 * Declares `--_<name>` for every token, on `selector`: what the host page chose, else the default. Rules use only these,
 * so that a default is written once.
 */
export const declareTokens = (selector: string, names = Object.keys(tokens) as readonly TokenName[]): string =>
  `${selector}{${names.map((name) => `--_${name}:var(--billing-${name},${tokens[name]})`).join(';')}}`
