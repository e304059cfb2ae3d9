import type { Product } from '@stockie/contracts'
import type { RefObject } from 'react'

import { soundErrorTone } from '@/components/scanner/error-tone'
import { isTextField, takeBack, useScannerBursts } from '@/components/scanner/use-scanner-bursts'

interface CountScansOptions {
  findByCode: (code: string) => Product | undefined
  onScan: (product: Product) => void
  /** No product has the scanned code. */
  onUnknown: (code: string) => void
}

/** Handles what a scanner types while the sheet of a count is on top. Each scan counts one piece. */
export function useCountScans(
  part: RefObject<HTMLElement | null>,
  { findByCode, onScan, onUnknown }: CountScansOptions,
) {
  useScannerBursts({
    isOurs() {
      const top = [...document.querySelectorAll('[aria-modal=true]')].at(-1)
      return part.current !== null && top?.contains(part.current) === true
    },
    onBurst(burst) {
      const product = findByCode(burst.text)
      // Letters in a field may be a name that somebody types fast.
      const mayBeTyped = isTextField(burst.field) && !/^\d{6,}$/.test(burst.text)
      if (!product && mayBeTyped) return false
      takeBack(burst)
      if (product) onScan(product)
      else {
        soundErrorTone()
        onUnknown(burst.text)
      }
      return true
    },
  })
}
