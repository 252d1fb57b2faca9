import { defineConfig } from 'vitest/config'

// No browser: prices are numbers.
export default defineConfig({ test: { name: 'pricing', environment: 'node' } })
