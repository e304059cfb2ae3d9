import { isRetailBarcode } from '@stockie/contracts'
import type { RefObject } from 'react'

import { isTextField, takeBack, useScannerBursts } from './use-scanner-bursts'

/**
 * Keeps a scanner from saving the dialog that is open. `onScan` gets the barcode, if the dialog has
 * a use for it. Otherwise it stays where it was typed. Other codes cannot be told from a name that a program types.
 */
export function useDialogScans(
  content: RefObject<HTMLElement | null>,
  onScan: ((barcode: string) => void) | undefined,
) {
  useScannerBursts({
    isOurs: () => [...document.querySelectorAll('[aria-modal=true]')].at(-1) === content.current,
    onBurst(burst, { key }) {
      // A button is never pressed by a scan.
      if (!isTextField(burst.field) && key !== 'Tab' && !onScan) return true
      // Few phone numbers have as many digits, with the last one right.
      if (!isRetailBarcode(burst.text)) return false
      if (!onScan) return key !== 'Tab'
      takeBack(burst)
      onScan(burst.text)
      return true
    },
  })
}
