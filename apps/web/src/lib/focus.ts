/** Where the focus goes when what had it is gone: Tab then leads to the first control of the page. */
export function focusMain() {
  document.getElementById('main')?.focus({ preventScroll: true })
}

/** Before a button goes that may have the focus. Whoever is elsewhere, in a dialog say, stays there. */
export function releaseFocus(button: HTMLElement) {
  button.blur()
  if (document.activeElement === document.body) focusMain()
}
