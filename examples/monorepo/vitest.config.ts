import { defineConfig } from 'vitest/config'

// Every package has a vitest.config.ts of its own and is a project of that name.
export default defineConfig({
  test: { projects: ['packages/*'] },
})
