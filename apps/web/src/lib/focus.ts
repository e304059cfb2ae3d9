/** Moves the focus to the page if its element is gone. Tab then leads to the first control. */
export function focusMain() {
  document.getElementById('main')?.focus({ preventScroll: true })
}

/**
 * Call before removing a button that may have the focus. A focus elsewhere, such as in a dialog,
 * stays.
 */
export function releaseFocus(button: HTMLElement) {
  button.blur()
  if (document.activeElement === document.body) focusMain()
}
