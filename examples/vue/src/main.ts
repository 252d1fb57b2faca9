import { createApp } from 'vue'
import FocusTimer from './focus-timer.vue'

createApp(FocusTimer, { minutes: 25 }).mount('#app')
