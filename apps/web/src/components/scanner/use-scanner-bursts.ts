import { useEffect, useEffectEvent } from 'react'

/** A scanner leaves 5 to 30 ms between two characters. A person types whole codes more slowly. In milliseconds. */
const averagePause = 50
export const longestPause = 120

/** Shorter codes are typed as fast by a person, such as the 12 of a quantity. */
const shortest = 3

/** Some scanners end a code with two keys, such as CR and LF. */
const trailingKeyMs = 200

/** Characters in quick succession. */
export interface Burst {
  text: string
  /** How long before it the last character was typed. */
  pauseBefore: number
  startedAt: number
  lastAt: number
  field: Element | null
  /** What the field had before the first character. Undefined if it holds neither a text nor a choice. */
  before: TextState | undefined
}

interface TextState {
  value: string
  selection: [number, number] | null
}

interface BurstOptions {
  /** Whether a key may belong to a scan that this part of the page handles. */
  isOurs: (event: KeyboardEvent) => boolean
  /** Gets a burst that ends with Enter or Tab. Returns whether this last key shall have no other effect. */
  onBurst: (burst: Burst, end: KeyboardEvent) => boolean
}

interface BurstState {
  burst: Burst | null
  /** When the last scan ended. */
  endedAt: number
  /** Whether its last key had no other effect. */
  isTaken: boolean
}

/**
 * Recognizes a scanner that types while the focus is anywhere: characters in quick succession, then Enter or Tab. A
 * button that has the focus is never pressed by a space of a code.
 */
export function useScannerBursts({ isOurs, onBurst }: BurstOptions) {
  const watch = useEffectEvent((event: KeyboardEvent, state: BurstState) => {
    if (isModifier(event.key)) return
    if (event.isComposing || !isOurs(event)) state.burst = null
    else if (isEnd(event)) end(event, state)
    else if (isCharacter(event)) {
      const isGoingOn = state.burst !== null && isSoonAfter(state.burst, event)
      // A space would press the button.
      if (isGoingOn && event.key === ' ' && !isTextField(document.activeElement)) swallow(event)
      state.burst =
        isGoingOn && state.burst ? extend(state.burst, event) : begin(state.burst, event)
    } else state.burst = null
  })

  function end(event: KeyboardEvent, state: BurstState) {
    const { burst } = state
    state.burst = null
    if (!burst) {
      const isTrailing = event.timeStamp - state.endedAt < trailingKeyMs
      // A person presses Tab or Enter soon after fast typing, but not Ctrl+J.
      if (isTrailing && (state.isTaken || event.ctrlKey)) swallow(event)
      return
    }
    if (!isScanned(burst, event)) return
    state.isTaken = onBurst(burst, event)
    if (state.isTaken) swallow(event)
    state.endedAt = event.timeStamp
  }

  useEffect(() => {
    const endedAt = Number.NEGATIVE_INFINITY
    const state: BurstState = { burst: null, endedAt, isTaken: false }
    const listen = (event: KeyboardEvent) => watch(event, state)
    // Capture runs before any field handles the last key.
    document.addEventListener('keydown', listen, { capture: true })
    return () => document.removeEventListener('keydown', listen, { capture: true })
  }, [])
}

/** Gives the field its former text again. A list that the characters have opened is closed. */
export function takeBack({ field, before }: Burst) {
  const now = document.activeElement
  if (now !== field && isTextField(now)) {
    now.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  }
  // Characters choose an option by its name.
  if (before && field instanceof HTMLSelectElement) write(field, before.value, 'change')
  if (!before || !isTextField(field)) return
  // A quantity that rejects further digits after a letter takes them again.
  field.dispatchEvent(new InputEvent('beforeinput', { inputType: 'insertReplacementText' }))
  // Also if only a remark on the text has changed, and not the text.
  write(field, '', 'input')
  write(field, before.value, 'input')
  if (before.selection) field.setSelectionRange(...before.selection)
  else field.select()
}

function isModifier(key: string) {
  return key === 'Shift' || key === 'CapsLock' || key === 'Control'
}

/** Enter or Tab, or CR or LF as Ctrl+M and Ctrl+J, as some scanners send them. */
function isEnd({ key, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent) {
  if (altKey || metaKey || shiftKey) return false
  return ctrlKey ? key === 'm' || key === 'j' : key === 'Enter' || key === 'Tab'
}

function isCharacter({ key, ctrlKey, altKey, metaKey }: KeyboardEvent) {
  return key.length === 1 && !ctrlKey && !altKey && !metaKey
}

function isSoonAfter({ lastAt }: Burst, { timeStamp }: KeyboardEvent) {
  return timeStamp - lastAt <= longestPause
}

function extend(burst: Burst, { key, timeStamp }: KeyboardEvent): Burst {
  return { ...burst, text: burst.text + key, lastAt: timeStamp }
}

function begin(last: Burst | null, { key, timeStamp }: KeyboardEvent): Burst {
  const field = document.activeElement
  const pauseBefore = timeStamp - (last?.lastAt ?? Number.NEGATIVE_INFINITY)
  const times = { startedAt: timeStamp, lastAt: timeStamp, pauseBefore }
  return { text: key, ...times, field, before: readText(field) }
}

function isScanned(burst: Burst, event: KeyboardEvent) {
  const { text, startedAt, lastAt } = burst
  if (text.length < shortest || !isSoonAfter(burst, event)) return false
  return (lastAt - startedAt) / (text.length - 1) <= averagePause
}

function swallow(event: KeyboardEvent) {
  event.preventDefault()
  event.stopPropagation()
}

function readText(field: Element | null): TextState | undefined {
  if (field instanceof HTMLSelectElement) return { value: field.value, selection: null }
  if (!isTextField(field)) return undefined
  const { value, selectionStart, selectionEnd } = field
  const hasSelection = selectionStart !== null && selectionEnd !== null
  return { value, selection: hasSelection ? [selectionStart, selectionEnd] : null }
}

const textless = new Set(['checkbox', 'radio', 'button', 'submit', 'file', 'range', 'color'])

export function isTextField(
  field: Element | null,
): field is HTMLInputElement | HTMLTextAreaElement {
  if (field instanceof HTMLInputElement) return !textless.has(field.type)
  return field instanceof HTMLTextAreaElement
}

/** Writes as the user would, so that React notices. */
function write(
  field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement,
  value: string,
  event: 'input' | 'change',
) {
  const property = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')
  property?.set?.call(field, value)
  field.dispatchEvent(new Event(event, { bubbles: true }))
}
