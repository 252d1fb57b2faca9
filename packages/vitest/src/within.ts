/** Rejects when the work takes longer than it may. Nothing waits for a browser without a deadline. */
export function within<Value>(work: Promise<Value>, ms: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error(`took longer than ${ms} ms`))
    }, ms)
    timer.unref()
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer)
    })
  })
}
