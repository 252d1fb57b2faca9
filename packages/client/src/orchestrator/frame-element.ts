import { pageState } from './page-state.ts'

/** The frame as Vitest's locators, providers and UI expect to find it. */
export function createFrameElement(id: string): HTMLIFrameElement {
  const { sessionId, config } = pageState()
  const frame = document.createElement('iframe')
  const attributes = {
    loading: 'eager',
    src: `/?sessionId=${sessionId}&iframeId=${encodeURIComponent(id)}`,
    'data-vitest': 'true',
    allowfullscreen: 'true',
    allow: 'clipboard-write;',
    name: 'vitest-iframe',
  }
  for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value)
  const { style } = frame
  style.setProperty('border', 'none')
  style.setProperty('background-color', '#fff')
  style.setProperty('width', 'var(--viewport-width)')
  style.setProperty('height', 'var(--viewport-height)')
  if (config.browser.ui) {
    scaleToContainer(style, config.browser.name)
  }
  return frame
}

/** In the UI the frame keeps its size and is shown smaller when its panel is. */
function scaleToContainer(style: CSSStyleDeclaration, browser: string): void {
  style.setProperty('transform-origin', 'top left')
  if (browser !== 'firefox') {
    style.setProperty(
      'transform',
      'scale(min(1, calc(100cqw / var(--viewport-width)), calc(100cqh / var(--viewport-height))))',
    )
    return
  }
  // Firefox cannot divide lengths; the tangent of their angle is their ratio.
  style.setProperty('--container-width', '100cqw')
  style.setProperty('--container-height', '100cqh')
  const ratio = (side: string): string =>
    `tan(atan2(var(--container-${side}), var(--viewport-${side})))`
  style.setProperty('transform', `scale(min(1, ${ratio('width')}, ${ratio('height')}))`)
}
