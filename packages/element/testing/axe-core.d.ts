declare module 'axe-core/axe.js' {
  export { default } from 'axe-core'
}
