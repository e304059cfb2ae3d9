/** Where the focus goes when what had it is gone: Tab then leads to the first control of the page. */
export function focusMain() {
  document.getElementById('main')?.focus({ preventScroll: true })
}
