/**
 * The tokens of the first paint that the card frame uses too, with their defaults; the frame only has the names
 * (frame-tokens.ts).
 */
const sharedTokens = {
  'color-text': 'light-dark(#15171c, #f3f4f6)',
  'color-surface': 'light-dark(#ffffff, #15171d)',
  'color-text-muted': 'light-dark(#5b6170, #a3a9b8)',
  'color-danger': 'light-dark(#b42318, #ff9a8f)',
  'color-focus': 'var(--_color-accent)',
  'color-field': 'light-dark(#ffffff, #1b1e25)',
  'color-field-text': 'var(--_color-text)',
  'color-field-border': 'light-dark(#878d9b, #6d7485)',
  'color-field-border-hover': 'light-dark(#5b6170, #959cac)',
  'color-placeholder': 'light-dark(#6b7180, #959cac)',
  'color-label': 'var(--_color-text)',
  'color-accent': 'light-dark(#3538cd, #9ea4ff)',
  'font-family':
    "ui-sans-serif, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif",
  'font-size': '15px',
  'font-size-small': '13px',
  'font-size-field': '16px',
  'font-weight': '400',
  'font-weight-label': '500',
  'line-height': '1.5',
  space: '8px',
  'field-gap': 'calc(var(--_space) * 2)',
  'label-gap': '6px',
  'field-height': '48px',
  'field-padding': '14px',
  'radius-field': '10px',
  'border-width-field': '1px',
  'focus-width': '3px',
  'shadow-field': '0 1px 2px rgb(16 18 27 / 5%)',
  duration: '160ms',
  easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
  'brand-width': '32px',
} as const satisfies Readonly<Record<string, string>>

/** The names of the shared tokens. */
export const sharedNames = Object.keys(sharedTokens)

/** The tokens of the first paint. */
export const firstTokens = {
  ...sharedTokens,
  'color-summary': 'light-dark(#f6f6f3, #1b1e25)',
  'color-border': 'light-dark(#e3e4e8, #2c303a)',
  'color-accent-hover': 'light-dark(#2a2ca8, #b6baff)',
  'color-on-accent': 'light-dark(#ffffff, #10122b)',
  'color-skeleton': 'light-dark(#ececef, #262a33)',
  'color-link': 'var(--_color-accent)',
  'color-amount': 'var(--_color-text)',
  'font-size-title': '17px',
  'font-size-amount': '40px',
  'font-weight-title': '600',
  'font-weight-amount': '650',
  'font-weight-button': '600',
  'letter-spacing-amount': '-0.025em',
  padding: 'calc(var(--_space) * 3)',
  'padding-wide': 'calc(var(--_space) * 5)',
  'button-height': '52px',
  'max-width': '980px',
  'summary-inset': 'var(--_padding-wide)',
  radius: '16px',
  'radius-button': '12px',
  'border-width': '1px',
  shadow: '0 1px 2px rgb(16 18 27 / 5%), 0 12px 32px -12px rgb(16 18 27 / 12%)',
  'shadow-button': '0 1px 2px rgb(16 18 27 / 16%), inset 0 1px 0 rgb(255 255 255 / 14%)',
  'icon-size': '20px',
} as const satisfies Readonly<Record<string, string>>
