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
  /** For example '2 in the sale'. Null if the product is not on the lines. */
  describeLine: (product: Product) => string | null
  /** Turns the camera off while the form of a new product is open. */
  isPaused: boolean
  onFound: (product: Product) => void
  onAddProduct: (code: string) => void
}

/** The code that was read last, with the product that it had then. */
interface ReadCode {
  code: string
  product: Product | undefined
}

/** The camera as a scanner. It stays open after each code, for the next one. */
export function ProductScan(props: ProductScanProps) {
  const { findByCode, isPaused, onFound } = props
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [last, setLast] = useState<ReadCode | null>(null)
  /** Kept while the form of a new product is open: the product is still before the camera then. */
  const [filter, setFilter] = useState<ReadFilter>(createReadFilter)
  const isLoaded = findByCode('') !== null

  function open() {
    setLast(null)
    setFilter(createReadFilter)
    setIsOpen(true)
  }

  /** Adds the products of these codes. An unknown code counts only alone: packages carry others beside their own. */
  function read(codes: readonly string[]) {
    const known = codes.flatMap((code) => {
      const product = findByCode(code)
      return product ? [{ code, product }] : []
    })
    // A single pulse says that a product was added. Not every browser can vibrate.
    navigator.vibrate?.(known.length > 0 ? 80 : [80, 80, 80])
    for (const { product } of known) onFound(product)
    const [code = ''] = codes
    setLast(known.at(-1) ?? { code, product: undefined })
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
          onRead={isLoaded ? read : null}
          filter={filter}
          onClose={() => setIsOpen(false)}
          moveFocus={moveFocus}
        >
          {!isLoaded && <output>Loading products...</output>}
          {last && <ReadResult last={last} {...props} />}
        </ScanDialog>
      )}
    </>
  )
}

function ReadResult({ last, ...props }: ProductScanProps & { last: ReadCode }) {
  const { findByCode, describeLine, onAddProduct } = props
  // A new product has got this code, here or at another till.
  const product = last.product ?? findByCode(last.code)
  if (!product) return <UnknownCodeNotice code={last.code} onAdd={() => onAddProduct(last.code)} />
  const line = describeLine(product)
  return (
    line !== null && (
      <output className="font-medium wrap-anywhere">{`Added ${product.name}, ${line}.`}</output>
    )
  )
}
