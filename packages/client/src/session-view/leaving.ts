/** Enough for a navigation to take the page away; afterwards it was called off or was a download. */
const grace = 3000

export interface Leaving {
  /** Resolves at once, or, while the page is being left, when it turns out to stay. */
  over: () => Promise<void>
}

/**
 * Tells a page that is being left from one that stays. Browsers close the sockets and requests of
 * a page that is being left while it is still on screen, and it must not say then that they failed.
 */
export function watchLeaving(): Leaving {
  let stays: PromiseWithResolvers<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function leaving(event: Event): void {
    if (!event.isTrusted) return
    clearTimeout(timer)
    stays ??= Promise.withResolvers<void>()
    // A page that was hidden comes back only by `pageshow`.
    if (event.type === 'beforeunload') timer = setTimeout(remained, grace)
  }
  function remained(): void {
    clearTimeout(timer)
    stays?.resolve()
    stays = undefined
  }
  addEventListener('beforeunload', leaving)
  addEventListener('pagehide', leaving)
  addEventListener('pageshow', remained)
  return { over: () => stays?.promise ?? Promise.resolve() }
}
