import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { slug } from 'github-slugger'
import { defineConfig, type DefaultTheme, type UserConfig } from 'vitepress'
import { drawDiagrams } from './diagrams.ts'
import { searchOptions } from './search.ts'
import { unlinkSources } from './source-links.ts'

const sidebar: DefaultTheme.SidebarItem[] = [
  {
    text: 'Start',
    items: [
      { text: 'Overview', link: '/' },
      { text: 'Getting started', link: '/getting-started' },
      { text: 'From web-test-runner', link: '/from-web-test-runner' },
      { text: 'From Karma', link: '/from-karma' },
      { text: 'Command line', link: '/command-line' },
      { text: 'Options', link: '/options' },
    ],
  },
  {
    text: 'When something happens',
    items: [
      { text: 'What happens when…', link: '/what-happens-when' },
      { text: 'Troubleshooting', link: '/troubleshooting' },
      { text: 'Debug output', link: '/debug-output' },
    ],
  },
  {
    text: 'How it works',
    items: [
      { text: 'Reload and Rerun', link: '/reload' },
      { text: 'Reliability', link: '/reliability' },
      { text: 'Performance', link: '/performance' },
      { text: 'Security', link: '/security' },
      { text: 'Compatibility', link: '/compatibility' },
      { text: 'Architecture', link: '/architecture' },
      { text: 'Packages', link: '/packages' },
      { text: 'Test your own plugin', link: '/e2e-helper' },
      { text: 'Contributing', link: '/contributing' },
    ],
  },
]

const config: UserConfig<DefaultTheme.Config> = defineConfig({
  title: 'Livetab',
  description: 'Vitest browser mode that survives reloads, crashes and lost tabs',
  lang: 'en',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  // A code host shows README.md when somebody opens the folder.
  rewrites: { 'README.md': 'index.md' },
  themeConfig: {
    sidebar,
    outline: { level: [2, 3] },
    search: { provider: 'local', options: { miniSearch: { searchOptions } } },
  },
  markdown: {
    // The anchors that code hosts give headings, so that a link works on both.
    anchor: { slugify: slug },
    config: (md) => {
      md.use(drawDiagrams)
      md.use(unlinkSources)
    },
  },
  // Pages link to pictures, too, which only have an address of their own when they are beside them.
  buildEnd: ({ srcDir, outDir }) => {
    cpSync(join(srcDir, 'images'), join(outDir, 'images'), { recursive: true })
  },
})

export default config
