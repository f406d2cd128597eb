/** The element's interaction with the page around it, in a separate chunk that loads once the shopper can type a card. */
export { beforeDrawing } from './before-drawing.ts'
export { displayedText } from '../checkout/order/displayed-text.ts'
export { focusByTab, joinPage } from './keyboard.ts'
export { OutcomeFocus } from './outcome-focus.ts'
export { OutcomeRoom } from './outcome-room.ts'
export { mediaStyles as styles } from '../styles/media-styles.ts'
