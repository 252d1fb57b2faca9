/** Keeps shortcuts of the page below from working; keys still do what the browser does with them. */
export function silenceKeyboard(): void {
  for (const type of ['keydown', 'keypress', 'keyup'] as const) {
    window.addEventListener(
      type,
      (event) => {
        event.stopImmediatePropagation()
        // It would close the dialog.
        if (event.key === 'Escape') event.preventDefault()
      },
      { capture: true },
    )
  }
}
