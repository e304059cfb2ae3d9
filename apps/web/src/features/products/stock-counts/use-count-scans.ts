import type { Product } from '@stockie/contracts'
import type { RefObject } from 'react'

import { soundErrorTone } from '@/components/scanner/error-tone'
import {
  type Burst,
  isTextField,
  takeBack,
  useScannerBursts,
} from '@/components/scanner/use-scanner-bursts'

/** A person does not type as many digits of a number as fast as a scanner does. */
const shortestCode = 4

interface CountScansOptions {
  findByCode: (code: string) => Product | undefined
  onScan?: (product: Product) => void
  /** No product has the scanned code. */
  onUnknown: (code: string) => void
  /** Gets the text that the field of a product had before the scan. */
  onRestored?: (productId: number, text: string) => void
}

/** Handles what a scanner types while the sheet of a count is on top. Each scan counts one piece. */
export function useCountScans(
  part: RefObject<HTMLElement | null>,
  { findByCode, onScan, onUnknown, onRestored }: CountScansOptions,
) {
  useScannerBursts({
    isOurs() {
      const top = [...document.querySelectorAll('[aria-modal=true]')].at(-1)
      return part.current !== null && top?.contains(part.current) === true
    },
    onBurst(burst) {
      const product = findByCode(burst.text)
      if (!product && mayBeTyped(burst)) return false
      takeBack(burst)
      if (isCountField(burst.field)) {
        onRestored?.(Number(burst.field.dataset['count']), burst.before?.value ?? '')
      }
      if (product) onScan?.(product)
      else {
        soundErrorTone()
        onUnknown(burst.text)
      }
      return true
    },
  })
}

function mayBeTyped({ field, text }: Burst) {
  if (isCountField(field)) return text.length < shortestCode
  // Letters in the search may be a name.
  return isTextField(field) && !/^\d{6,}$/.test(text)
}

function isCountField(field: Element | null): field is HTMLElement {
  return field instanceof HTMLElement && field.dataset['count'] !== undefined
}
