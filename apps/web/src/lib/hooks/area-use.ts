/** In milliseconds. Without any input for this long, the user is not about to click. */
const restTime = 30_000

/** In milliseconds. The click of a tap follows the end of its touch within this time. */
const clickDelay = 400

/** In milliseconds. A tap this soon after rows moved was aimed at the rows before. */
const reactionTime = 300

/** In CSS pixels. A resting hand moves the pointer less. */
const restDistance = 8

/** In milliseconds. A closed dialog returns the focus within this time. */
const refocusTime = 500

const overlays = '[data-slot="dialog-content"], [data-slot="sheet-content"], [role="menu"]'

/**
 * Watches whether the user points at something in an area: with a mouse or a pen over it, with a
 * finger on it, with the keyboard's focus in it, or with a dialog, a sheet or a menu open over it.
 */
export function watchAreaUse(area: HTMLElement, onLeave: () => void) {
  const listening = new AbortController()
  // A mouse may have arrived before this file was loaded. After a tap, ':hover' stays.
  let isHovered = area.matches(':hover') && window.matchMedia('(hover: hover)').matches
  let pressedUntil = 0
  let lastInput = performance.now()
  let pointer = { x: 0, y: 0 }
  let movedAt = 0
  /** Runs while a closed overlay may still return the focus. */
  let refocusTimer: ReturnType<typeof setTimeout> | undefined
  /** The rows have moved below a pointer that rests. */
  let isUnseen = false
  /** The last press began before its user could see that the rows had moved. */
  let isMisdirected = false

  function on<Name extends keyof HTMLElementEventMap>(
    names: Name[],
    listener: (event: HTMLElementEventMap[Name]) => void,
    isCapture = false,
  ) {
    const options = { signal: listening.signal, passive: !isCapture, capture: isCapture }
    for (const name of names) area.addEventListener(name, listener, options)
  }

  on(['pointerenter', 'pointermove', 'pointerdown', 'wheel', 'keydown', 'focusin'], () => {
    lastInput = performance.now()
  })
  on(['pointerenter', 'pointermove'], ({ pointerType, clientX, clientY }) => {
    isHovered = pointerType !== 'touch'
    const isNear = Math.hypot(clientX - pointer.x, clientY - pointer.y) <= restDistance
    if (isUnseen && isNear) return
    isUnseen = false
    pointer = { x: clientX, y: clientY }
  })
  on(['pointerleave'], () => {
    isHovered = false
    isUnseen = false
    onLeave()
  })
  // The new focus is known only after the event.
  on(['focusout'], () => setTimeout(onLeave))
  on(['pointerdown'], ({ pointerType }) => {
    const isTouch = pointerType === 'touch'
    isMisdirected = isTouch ? performance.now() - movedAt < reactionTime : isUnseen
    isUnseen = false
    if (isTouch) pressedUntil = performance.now() + restTime
  })
  on(['pointerup', 'pointercancel'], ({ type, pointerType }) => {
    if (pointerType !== 'touch') return
    pressedUntil = type === 'pointerup' ? performance.now() + clickDelay : 0
  })
  on(
    ['click'],
    (event) => {
      // A click by keyboard has no count, and goes to the focused control even if it has moved.
      if (!isMisdirected || event.detail === 0) return
      isMisdirected = false
      event.preventDefault()
      event.stopPropagation()
    },
    true,
  )

  function hasKeyboardFocus() {
    const focused = document.activeElement
    return area.contains(focused) && focused?.matches(':focus-visible') === true
  }

  function isUnderOverlay() {
    return [...document.querySelectorAll(overlays)].some((overlay) => !overlay.contains(area))
  }

  // Overlays are children of the body.
  const overlayObserver = new MutationObserver((changes) => {
    const removed = changes.flatMap(({ removedNodes }) => [...removedNodes])
    const isOverlay = (node: Node) =>
      node instanceof Element && (node.matches(overlays) || node.querySelector(overlays) !== null)
    if (!removed.some(isOverlay)) return
    clearTimeout(refocusTimer)
    refocusTimer = setTimeout(() => {
      refocusTimer = undefined
    }, refocusTime)
  })
  overlayObserver.observe(document.body, { childList: true })

  return {
    isInUse: () => {
      const now = performance.now()
      if (now < pressedUntil || refocusTimer !== undefined || isUnderOverlay()) return true
      return now - lastInput < restTime && (isHovered || hasKeyboardFocus())
    },
    /** Call it when rows move without the user's doing, so that no click hits the wrong row. */
    noteMove: () => {
      movedAt = performance.now()
      isUnseen = isHovered
    },
    stop: () => {
      listening.abort()
      overlayObserver.disconnect()
    },
  }
}
