/** The element's interaction with the page around it, in a separate chunk that loads once the shopper can type a card. */
export { beforeDraw } from './before-draw.ts'
export { displayedText } from '../checkout/order/displayed-text.ts'
export { focusByTab, watchKeys } from './keyboard.ts'
export { OutcomeFocus } from './outcome-focus.ts'
export { ReservedHeight } from './reserved-height.ts'
export { mediaStyles as styles } from '../styles/media-styles.ts'
