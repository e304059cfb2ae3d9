import { focusMain, releaseFocus } from '@/lib/focus'
import { isToastHeld } from '@/lib/toast'

const shownToasts = '[data-toast], [data-sonner-toast][data-removed="false"][data-visible="true"]'

/**
 * Makes the toasts inside an element reachable by keyboard, and holds them while they have the focus or the
 * pointer. They are at the end of the page and outside of any dialog, so the Tab order alone would rarely
 * lead to them in time. The first Tab after a toast with an action appeared leads to that action. Returns a
 * function that ends this.
 */
export function manageToastFocus(region: HTMLElement) {
  /** The element that had the focus before the toasts. */
  let before: EventTarget | null = null
  let hasEntered = false
  /** Whether a key led straight to the toasts. Then Tab leads back, not on to the end of the page. */
  let isDetour = false
  let hasPointer = false
  /** A tap focuses a toast too. It must not hold the toast until the next tap. */
  let isPressed = false
  /** Whether the user types in the focused field. Tab then leads to the next field. */
  let isTyping = false
  /** The actions that the user has passed by, or has gone elsewhere after they appeared. */
  const passed = new WeakSet<Element>()

  const has = (target: EventTarget | null) => target instanceof Node && region.contains(target)
  const hasFocus = () => has(document.activeElement)

  /** The action of each toast, or the toast itself if it has none. */
  function findStops() {
    const toasts = region.querySelectorAll<HTMLElement>(shownToasts)
    const stops = Array.from(toasts, (toast) => toast.querySelector('button') ?? toast)
    return stops.filter(({ tabIndex }) => tabIndex === 0)
  }

  /** Returns the actions that appeared since the last call. */
  function passActions() {
    const actions = findStops().filter((stop) => stop instanceof HTMLButtonElement)
    const fresh = actions.filter((action) => !passed.has(action))
    for (const action of fresh) passed.add(action)
    return fresh
  }

  function hold() {
    const isHeld = hasPointer || (hasFocus() && !isPressed) || document.hidden
    if (isHeld !== isToastHeld.get()) isToastHeld.set(isHeld)
  }

  function enter(event: Event, stop: HTMLElement | undefined) {
    if (!stop) return
    claim(event)
    stop.focus({ preventScroll: true })
    isDetour = true
  }

  /** Returns the focus to where it came from. If that is gone, to the open dialog or to the page. */
  function leave() {
    const dialogs = Array.from(document.querySelectorAll('[aria-modal=true]'))
    for (const place of [before, dialogs.at(-1)]) {
      if (hasFocus() && place instanceof HTMLElement) place.focus({ preventScroll: true })
    }
    const { activeElement } = document
    if (hasFocus() && activeElement instanceof HTMLElement) releaseFocus(activeElement)
    else if (activeElement === document.body) focusMain()
  }

  function moveOn(event: KeyboardEvent) {
    const focused = document.activeElement
    const isBehind = (stop: Element) =>
      ((focused?.compareDocumentPosition(stop) ?? 0) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
    const others = findStops().filter((stop) => stop !== focused)
    const next = event.shiftKey
      ? others.findLast((stop) => !isBehind(stop))
      : others.find((stop) => isBehind(stop))
    // The browser goes back to what is before the toasts.
    if (!next && event.shiftKey && !isDetour) return
    claim(event)
    // The toasts are the end of the page, so Tab goes on at its start.
    const start = isDetour ? null : document.querySelector<HTMLElement>('a[href], button, input')
    if (next) next.focus({ preventScroll: true })
    else if (start) start.focus()
    else leave()
  }

  function onKeyDown(event: KeyboardEvent) {
    isPressed = false
    const isInside = hasFocus()
    // A removed element may lose the focus without an event.
    hasEntered = isInside
    hold()
    if (event.altKey && event.code === 'KeyT') return enter(event, findStops()[0])
    if (event.altKey || event.ctrlKey || event.metaKey) return undefined
    if (isInside && event.key === 'Tab') return moveOn(event)
    if (isInside && event.key === 'Escape') {
      claim(event)
      return leave()
    }
    if (event.key !== 'Tab') return undefined
    const [action] = passActions()
    return isTyping || event.shiftKey ? undefined : enter(event, action)
  }

  function onFocusIn(event: FocusEvent) {
    // Sonner and open dialogs would both move the focus away again.
    event.stopPropagation()
    if (!hasEntered) {
      before = event.relatedTarget
      isDetour = false
    }
    hasEntered = true
    hold()
  }

  function onFocusOut({ relatedTarget }: FocusEvent) {
    // If the window loses the focus, its active element stays.
    if (has(relatedTarget) || hasFocus()) return
    hasEntered = false
    hold()
  }

  function onPointer(target: EventTarget | null) {
    hasPointer = has(target)
    hold()
  }

  const listening = new AbortController()
  const { signal } = listening
  const early = { capture: true, signal }
  // Before any dialog handles the key.
  window.addEventListener('keydown', onKeyDown, early)
  region.addEventListener('focusin', onFocusIn, { signal })
  region.addEventListener('focusout', onFocusOut, { signal })
  region.addEventListener(
    'click',
    ({ target }) => target instanceof Element && target.closest('button') && leave(),
    { signal },
  )
  // After React, and before the dialogs, which listen to the document.
  document.documentElement.addEventListener(
    'focusout',
    (event) => has(event.relatedTarget) && event.stopPropagation(),
    { signal },
  )
  document.addEventListener(
    'focusout',
    () => {
      isTyping = false
    },
    early,
  )
  document.addEventListener(
    'input',
    (event) => {
      // A checkbox has no InputEvent.
      isTyping = event instanceof InputEvent
      if (isTyping) passActions()
    },
    early,
  )
  document.addEventListener(
    'pointerdown',
    ({ target }) => {
      isPressed = has(target)
      if (!isPressed) passActions()
    },
    early,
  )
  document.addEventListener('pointerover', ({ target }) => onPointer(target), early)
  document.addEventListener('pointerout', ({ relatedTarget }) => onPointer(relatedTarget), early)
  document.addEventListener('visibilitychange', hold, { signal })
  hold()

  return () => {
    listening.abort()
    isToastHeld.set(false)
  }
}

/** Keeps the browser, the page and a dialog from handling the key as well. */
function claim(event: Event) {
  event.preventDefault()
  event.stopPropagation()
}
