import { codeForms, type Product } from '@stockie/contracts'
import { type ComponentProps, useRef, useState } from 'react'

import { ListPlaceholder } from '@/components/list-placeholder'
import { lazyDialog } from '@/components/lazy/lazy-dialog'
import { soundErrorTone } from '@/components/scanner/error-tone'
import { ScanButton } from '@/components/scanner/scan-button'
import { type CameraRead, createReadFilter, type ReadFilter } from '@/lib/barcodes/barcode-reader'
import { UnknownCodeNotice } from './unknown-code-notice'

const ScanDialog = lazyDialog(() =>
  import('@/components/scanner/scan-dialog').then((file) => file.ScanDialog),
)

interface ProductScanProps {
  products: ComponentProps<typeof ListPlaceholder>['list'] & { data: Product[] | undefined }
  /** Shown if the products cannot be loaded. */
  failure: string
  findByCode: (code: string) => Product | undefined
  /** For example 'Added Mug, 2 in the sale.' Null if there is nothing to say about the product. */
  describeAdded: (product: Product) => string | null
  /** Turns the camera off while the form of a new product is open. */
  isPaused?: boolean
  /** The product that was added last for an unknown code. */
  created?: Product | null
  onFound: (product: Product) => void
  /** Undefined where no product can be added. */
  onAddProduct?: (code: string) => void
}

/** The products that the camera read last, or the code that no product has. */
interface Result {
  products: readonly Product[]
  unknown?: string
}

/** The camera as a scanner. It stays open after each code, for the next one. */
export function ProductScan(props: ProductScanProps) {
  const { products, failure, findByCode, describeAdded, isPaused, created = null } = props
  const { onFound, onAddProduct } = props
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [result, setResult] = useState<Result>({ products: [] })
  /** Kept while the form of a new product is open: the product is still before the camera then. */
  const [filter, setFilter] = useState<ReadFilter>(createReadFilter)
  /** The unknown codes in the picture that the dialog has named. */
  const named = useRef<readonly string[]>([])
  const { unknown } = result
  const isAdded = unknown !== undefined && created !== null && hasCode(created, unknown)
  const added = isAdded ? [created] : result.products

  function open() {
    setResult({ products: [] })
    setFilter(createReadFilter)
    named.current = []
    setIsOpen(true)
  }

  function read({ added: codes, present }: CameraRead) {
    const found = findAll(codes)
    if (found.length > 0) {
      // A single pulse says that a product was added. Not every browser can vibrate.
      navigator.vibrate?.(80)
      for (const product of found) onFound(product)
      setResult({ products: found })
    }
    // Packages carry other codes beside their own, such as the QR code of an address.
    if (findAll(present).length > 0) return
    const unnamed = present.find((code) => !named.current.includes(code))
    named.current = present
    if (unnamed === undefined) return
    navigator.vibrate?.([80, 80, 80])
    soundErrorTone()
    setResult({ products: [], unknown: unnamed })
  }

  function findAll(codes: readonly string[]) {
    return [...new Set(codes.flatMap((code) => findByCode(code) ?? []))]
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
          onRead={products.data ? read : null}
          filter={filter}
          onClose={() => setIsOpen(false)}
          moveFocus={moveFocus}
        >
          {!products.data && (
            <ListPlaceholder list={products} loading="Loading products..." failure={failure} />
          )}
          <output className="font-medium wrap-anywhere empty:hidden">
            {added.map((product) => {
              const text = describeAdded(product)
              return text && <p key={product.id}>{text}</p>
            })}
          </output>
          {unknown !== undefined && !isAdded && (
            <UnknownCodeNotice
              code={unknown}
              onAdd={onAddProduct && (() => onAddProduct(unknown))}
            />
          )}
        </ScanDialog>
      )}
    </>
  )
}

function hasCode(product: Product, code: string) {
  return product.code !== null && codeForms(product.code)[0] === codeForms(code)[0]
}
