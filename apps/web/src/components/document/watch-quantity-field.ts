/**
 * Of '1,5' the browser's own field for numbers would keep 15. So what is no digit is refused, and so are
 * the digits that follow it, until something is deleted or the caret goes elsewhere. A blank alone is not
 * taken either, but says nothing: '1 000' is 1000. And who scrolls over the field does not mean another
 * quantity: React's own listener for that comes too late.
 */
export function watchQuantityField(input: HTMLInputElement | null, onRefuse: () => void) {
  const listening = new AbortController()
  const { signal } = listening
  let isRefusing = false
  const accept = () => (isRefusing = false)

  function take(event: InputEvent) {
    if (!event.data) accept()
    else if (event.data.trim() === '') event.preventDefault()
    else if (isRefusing || !/^\s*\d+\s*$/.test(event.data)) {
      event.preventDefault()
      if (!isRefusing) onRefuse()
      isRefusing = true
    }
  }

  function press({ key, ctrlKey, metaKey }: KeyboardEvent) {
    if (ctrlKey || metaKey || /^(?:Arrow|Home|End)/.test(key)) accept()
  }

  function stay(event: WheelEvent) {
    if (document.activeElement === input) event.preventDefault()
  }

  input?.addEventListener('beforeinput', take, { signal })
  input?.addEventListener('keydown', press, { signal })
  input?.addEventListener('pointerdown', accept, { signal })
  input?.addEventListener('focus', accept, { signal })
  input?.addEventListener('wheel', stay, { signal, passive: false })
  return () => listening.abort()
}
