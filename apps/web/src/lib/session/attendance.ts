/** In milliseconds. A reader may rest as long as this. */
const longestRest = 60_000

const inputs = ['pointerdown', 'pointermove', 'wheel', 'keydown']

let lastInput = performance.now()

/** Watches whether someone uses the page. */
export function watchAttendance() {
  const note = () => {
    lastInput = performance.now()
  }
  for (const name of inputs) window.addEventListener(name, note, { capture: true, passive: true })
}

/** Whether no user has used the page for a minute. It then calls the API only by itself. */
export function isUnattended() {
  return performance.now() - lastInput > longestRest
}
