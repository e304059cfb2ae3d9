import { focusMain } from './focus-main'

/** Before a button goes that may have the focus. Whoever is elsewhere, in a dialog say, stays there. */
export function leaveButton(button: HTMLElement) {
  button.blur()
  if (document.activeElement === document.body) focusMain()
}
