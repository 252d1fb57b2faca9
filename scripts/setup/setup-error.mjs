/** A step that cannot work: what was tried, and what the reader can do about it. */
export class SetupError extends Error {
  /**
   * @param {string} tried
   * @param {string} advice
   */
  constructor(tried, advice) {
    super(tried)
    this.name = 'SetupError'
    this.advice = advice
  }
}
