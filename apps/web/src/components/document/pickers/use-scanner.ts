import { type RefObject, useEffect, useEffectEvent } from 'react'

/** A scanner leaves 5 to 30 ms between two characters. A person types whole codes more slowly. In milliseconds. */
const averagePause = 50
export const longestPause = 120

/** Shorter codes are typed as fast by a person, such as the 12 of a quantity. */
const shortest = 3

/** Some scanners end a code with two keys, such as CR and LF. */
const trailingKeyMs = 200

interface Burst {
  text: string
  startedAt: number
  lastAt: number
  field: Element | null
  /** What the field had before the first character. Undefined if it holds no text. */
  before: TextState | undefined
}

interface TextState {
  value: string
  selection: [number, number] | null
}

interface ScannerOptions<Row> {
  /** The field that handles Enter itself. */
  search: RefObject<HTMLInputElement | null>
  find: (code: string) => Row | undefined
  onScan: (row: Row) => void
}

/**
 * Recognizes a scanner that types while the focus is anywhere on the screen: characters in quick succession,
 * then Enter or Tab, which as a whole equal a code. The field that got them has its former text again, and the
 * last key has no other effect. Text that equals no code stays where it was typed.
 */
export function useScanner<Row>({ search, find, onScan }: ScannerOptions<Row>) {
  const watch = useEffectEvent(
    (event: KeyboardEvent, state: { burst: Burst | null; endedAt: number }) => {
      if (isModifier(event.key)) return
      if (isForOthers(event, search.current)) {
        state.burst = null
        return
      }
      if (!isEnd(event)) {
        state.burst = isCharacter(event) ? extend(state.burst, event) : null
        return
      }
      const { burst } = state
      state.burst = null
      if (!burst && event.timeStamp - state.endedAt < trailingKeyMs) return swallow(event)
      if (!burst || !isScanned(burst, event)) return
      const isInSearch = event.target === search.current
      if (isInSearch && event.key === 'Enter') return
      const row = find(burst.text)
      if (row === undefined) return
      swallow(event)
      state.endedAt = event.timeStamp
      putBack(burst, isInSearch)
      onScan(row)
    },
  )

  useEffect(() => {
    const state = { burst: null, endedAt: Number.NEGATIVE_INFINITY }
    const listen = (event: KeyboardEvent) => watch(event, state)
    // Capture runs before any field handles the last key.
    document.addEventListener('keydown', listen, { capture: true })
    return () => document.removeEventListener('keydown', listen, { capture: true })
  }, [])
}

function isModifier(key: string) {
  return key === 'Shift' || key === 'CapsLock' || key === 'Control'
}

/** Keys of a dialog, of the header, of an input method, or while the document is being sent. */
function isForOthers({ target, isComposing }: KeyboardEvent, search: HTMLElement | null) {
  const isInHeader = target instanceof Element && target.closest('header') !== null
  const isDisabled = search === null || search.matches(':disabled')
  return isComposing || isInHeader || isDisabled || document.querySelector('[aria-modal=true]')
}

/** Enter or Tab, or CR or LF as Ctrl+M and Ctrl+J, as some scanners send them. */
function isEnd({ key, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent) {
  if (altKey || metaKey || shiftKey) return false
  return ctrlKey ? key === 'm' || key === 'j' : key === 'Enter' || key === 'Tab'
}

function isCharacter({ key, ctrlKey, altKey, metaKey }: KeyboardEvent) {
  return key.length === 1 && !ctrlKey && !altKey && !metaKey
}

function extend(burst: Burst | null, { key, timeStamp }: KeyboardEvent): Burst {
  if (burst && timeStamp - burst.lastAt <= longestPause) {
    return { ...burst, text: burst.text + key, lastAt: timeStamp }
  }
  const field = document.activeElement
  return { text: key, startedAt: timeStamp, lastAt: timeStamp, field, before: readText(field) }
}

function isScanned({ text, startedAt, lastAt }: Burst, { timeStamp }: KeyboardEvent) {
  if (text.length < shortest || timeStamp - lastAt > longestPause) return false
  return (lastAt - startedAt) / (text.length - 1) <= averagePause
}

function swallow(event: KeyboardEvent) {
  event.preventDefault()
  event.stopPropagation()
}

function readText(field: Element | null): TextState | undefined {
  if (!isTextField(field)) return undefined
  const { value, selectionStart, selectionEnd } = field
  const hasSelection = selectionStart !== null && selectionEnd !== null
  return { value, selection: hasSelection ? [selectionStart, selectionEnd] : null }
}

/** The search is cleared, as after a choice. A list that the characters have opened is closed. */
function putBack({ field, before }: Burst, isInSearch: boolean) {
  const now = document.activeElement
  if (now !== field && isTextField(now)) {
    now.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  }
  if (!before || !isTextField(field)) return
  writeText(field, isInSearch ? '' : before.value)
  if (before.selection && !isInSearch) field.setSelectionRange(...before.selection)
}

function isTextField(field: Element | null): field is HTMLInputElement | HTMLTextAreaElement {
  return field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
}

/** Writes as the user would, so that React notices. */
function writeText(field: HTMLInputElement | HTMLTextAreaElement, text: string) {
  const property = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')
  property?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
