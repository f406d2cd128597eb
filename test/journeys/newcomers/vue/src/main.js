import '@billing-checkout/element/define'
import '@billing-checkout/element/presets/placeholder.css'
import { createApp } from 'vue'
import Page from './page.vue'

createApp(Page).mount('#app')
