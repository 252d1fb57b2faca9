import { computed, onScopeDispose, readonly, ref } from 'vue'

/** Counts down to zero by the clock, so that a slow page does not make it longer. */
export function useCountdown(seconds: number, onDone: () => void) {
  const left = ref(seconds)
  const endsAt = ref<number>()
  let timer: ReturnType<typeof setInterval> | undefined

  function start() {
    if (endsAt.value !== undefined || left.value === 0) return
    endsAt.value = Date.now() + left.value * 1000
    timer = setInterval(tick, 250)
  }

  function pause() {
    clearInterval(timer)
    endsAt.value = undefined
  }

  function reset() {
    pause()
    left.value = seconds
  }

  function tick() {
    if (endsAt.value === undefined) return
    left.value = Math.max(0, Math.ceil((endsAt.value - Date.now()) / 1000))
    if (left.value > 0) return
    pause()
    onDone()
  }

  onScopeDispose(pause)
  return {
    left: readonly(left),
    isRunning: computed(() => endsAt.value !== undefined),
    /** From 0 to 1. */
    progress: computed(() => 1 - left.value / seconds),
    start,
    pause,
    reset,
  }
}
