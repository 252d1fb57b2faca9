import type { ViewText } from './texts.ts'

const paths: Record<ViewText['icon'], string> = {
  expired: 'M4.3 14.5A8 8 0 1 0 6 6.7L4 8.7M4 4v4.7h4.7M12 8v4.2l2.8 1.8',
  elsewhere:
    'M10 9h9a1.5 1.5 0 0 1 1.5 1.5V18a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 8.5 18v-7.5A1.5 1.5 0 0 1 10 9ZM8.5 15.5H5A1.5 1.5 0 0 1 3.5 14V6A1.5 1.5 0 0 1 5 4.5h9.5A1.5 1.5 0 0 1 16 6v3',
  stopped: 'M12 3.5v8M7.2 6.6a7.5 7.5 0 1 0 9.6 0',
}

const svg = 'http://www.w3.org/2000/svg'

/** Drawn by script: a policy may forbid everything else. */
export function createIcon(): {
  readonly element: Element
  draw: (icon: ViewText['icon']) => void
} {
  const element = document.createElementNS(svg, 'svg')
  element.setAttribute('viewBox', '0 0 24 24')
  element.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(svg, 'path')
  element.append(path)
  return {
    element,
    draw: (icon) => {
      path.setAttribute('d', paths[icon])
    },
  }
}
