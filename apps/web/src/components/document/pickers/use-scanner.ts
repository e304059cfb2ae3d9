import type { RefObject } from 'react'

import {
  type Burst,
  isTextField,
  takeBack,
  useScannerBursts,
} from '@/components/scanner/use-scanner-bursts'

/** A scanner that paused for longer within a code cannot be told from a person. In milliseconds. */
const longestHiccup = 1000

interface ScannerOptions<Row> {
  /** The field that handles Enter itself, if it holds nothing but the burst. */
  search: RefObject<HTMLInputElement | null>
  find: (code: string) => Row | undefined
  onScan: (row: Row) => void
  /** Gets a scanned text that equals no code, unless it stays in a field where it was typed. */
  onUnknown: (text: string) => void
  /** Gets digits that equal no code and stay in a field where they were typed, or that a list has got. */
  onStray: (text: string) => void
}

/**
 * Handles what a scanner types on the screen, in any field. If it equals a code as a whole, the field that got it has
 * its former text again, and the last key has no other effect. Text that equals no code stays in the field where it was
 * typed. A button that has the focus is never pressed by a scan.
 */
export function useScanner<Row>(options: ScannerOptions<Row>) {
  const { search, find, onScan, onUnknown, onStray } = options

  /** Returns false if the last key keeps its own effect. */
  function take(burst: Burst, event: KeyboardEvent): boolean {
    // A dialog or a sheet covers the screen.
    if (isCovered()) return !isTextField(document.activeElement)
    const isInSearch = event.target === search.current
    const holdsOnlyBurst = search.current?.value === burst.text
    const mayHoldBurst = holdsOnlyBurst || burst.pauseBefore <= longestHiccup
    if (isInSearch && event.key === 'Enter' && mayHoldBurst) return false
    const row = find(burst.text)
    if (row !== undefined) {
      // The search is cleared, as after a choice.
      takeBack(isInSearch && burst.before ? { ...burst, before: noText } : burst)
      onScan(row)
      return true
    }
    // The characters may have opened a list, which finds names, and phone numbers by digits.
    const hasOpenedList = !isTextField(burst.field) && isTextField(document.activeElement)
    const isUnknown = isInSearch
      ? event.key === 'Enter' || holdsOnlyBurst
      : !isTextField(burst.field)
    const isStray = isBarcode(burst.text) && (hasOpenedList || !isUnknown)
    if (isStray) onStray(burst.text)
    if (!isUnknown || hasOpenedList) return isUnknown && isStray
    onUnknown(burst.text)
    return true
  }

  useScannerBursts({
    isOurs: (event) => !isForOthers(event, search.current),
    onBurst: take,
  })
}

const noText = { value: '', selection: null }

function isBarcode(text: string) {
  return /^\d{6,}$/.test(text)
}

function isCovered() {
  return document.querySelector('[aria-modal=true]') !== null
}

/** Keys of the header, or while the document is being sent. */
function isForOthers({ target }: KeyboardEvent, search: HTMLElement | null) {
  const isInHeader = target instanceof Element && target.closest('header') !== null
  const isDisabled = search === null || search.matches(':disabled')
  return isInHeader || (isDisabled && !isCovered())
}
