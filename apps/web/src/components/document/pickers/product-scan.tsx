import type { Product } from '@stockie/contracts'
import { useRef, useState } from 'react'

import { lazyDialog } from '@/components/lazy-dialog'
import { ScanButton } from '@/components/scanner/scan-button'
import { createReadFilter, type ReadFilter } from '@/lib/barcodes/barcode-reader'
import { UnknownCodeNotice } from './unknown-code-notice'

const ScanDialog = lazyDialog(() =>
  import('@/components/scanner/scan-dialog').then((file) => file.ScanDialog),
)

interface ProductScanProps {
  /** Undefined if no product has the code, null if the products are not loaded. */
  findByCode: (code: string) => Product | undefined | null
  /** For example '2 in the sale'. */
  describeLine: (product: Product) => string
  /** Turns the camera off while the form of a new product is open. */
  isPaused: boolean
  onFound: (product: Product) => void
  onAddProduct: (code: string) => void
}

/** The camera as a scanner. It stays open after each code, for the next one. */
export function ProductScan(props: ProductScanProps) {
  const { findByCode, describeLine, isPaused, onFound, onAddProduct } = props
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [code, setCode] = useState<string | null>(null)
  /** Kept while the form of a new product is open: the product is still before the camera then. */
  const [counts, setCounts] = useState<ReadFilter>(createReadFilter)
  const found = code === null ? null : findByCode(code)

  function open() {
    setCode(null)
    setCounts(createReadFilter)
    setIsOpen(true)
  }

  function read(next: string) {
    const product = findByCode(next)
    if (product === null) return
    // A single pulse says that a product was added. Not every browser can vibrate.
    navigator.vibrate?.(product ? 80 : [80, 80, 80])
    setCode(next)
    if (product) onFound(product)
  }

  function moveFocus() {
    button.current?.focus()
    return true
  }

  return (
    <>
      <ScanButton ref={button} onClick={open} />
      {isOpen && !isPaused && (
        <ScanDialog
          description="Hold the barcode of a product in the frame. Each one is added."
          onRead={read}
          counts={counts}
          onClose={() => setIsOpen(false)}
          moveFocus={moveFocus}
        >
          {found && (
            <output className="font-medium wrap-anywhere">
              {`Added ${found.name}, ${describeLine(found)}.`}
            </output>
          )}
          {found === undefined && code !== null && (
            <UnknownCodeNotice code={code} onAdd={() => onAddProduct(code)} />
          )}
        </ScanDialog>
      )}
    </>
  )
}
