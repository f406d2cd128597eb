/** The element's interaction with the page around it, in a chunk of its own that loads once a card can be typed. */
export { beforeDrawing } from './before-drawing.ts'
export { displayedText } from '../checkout/order/displayed-text.ts'
export { focusByTab, joinPage } from './keyboard.ts'
export { OutcomeRoom } from './outcome-room.ts'
export { mediaStyles as styles } from '../styles/media-styles.ts'
