import type { Product } from '@stockie/contracts'
import { type ComponentProps, memo, type Ref, useId, useMemo, useRef } from 'react'
import { flushSync } from 'react-dom'

import { ProductButtons } from '@/components/document/pickers/product-buttons'
import { type HowChosen, ProductSearch } from '@/components/document/pickers/product-search'
import {
  addLine,
  changeLine,
  compareWithProducts,
  type Draft,
  type DraftKind,
  maxQuantity,
  removeLine,
} from '@/lib/drafts/draft'
import { formatCount } from '@/lib/format'
import { useAddedRow } from '@/components/document/use-added-row'
import { LinesTable } from './lines-table'
import type { LinesTableHandle } from './use-line-focus'

interface DraftLinesProps {
  searchRef: Ref<HTMLInputElement>
  kind: DraftKind
  priceTitle: 'Price' | 'Cost'
  priceOf: (product: Product) => number
  products: ComponentProps<typeof ProductSearch>['products']
  productFailure: string
  ProductDialog: ComponentProps<typeof ProductSearch>['ProductDialog']
  /** Products that one click adds. Undefined while they load, null if the form has none. */
  productButtons: readonly Product[] | undefined | null
  lines: Draft['lines']
  subtotal: number
  /** The error of a submit without lines. */
  error: string | undefined
  onChange: (change: (lines: Draft['lines']) => Draft['lines']) => void
  onLeave: () => void
}

/** The lines and the search that adds them. Memoized, so that typing a remark does not render them. */
export const DraftLines = memo(function DraftLines({
  searchRef,
  kind,
  priceTitle,
  priceOf,
  products,
  productFailure,
  ProductDialog,
  productButtons,
  lines,
  subtotal,
  error,
  onChange,
  onLeave,
}: DraftLinesProps) {
  const table = useRef<LinesTableHandle>(null)
  const errorId = useId()
  // A scan finds it, and its line is none of a deleted product.
  const [newProduct, setNewProduct] = useAddedRow<Product>(products.data)
  const known = useMemo(
    () => (newProduct && products.data ? [...products.data, newProduct] : products.data),
    [products.data, newProduct],
  )
  const linesWithState = useMemo(
    () => compareWithProducts(lines, known, priceOf, kind === 'sales'),
    [lines, known, priceOf, kind],
  )

  function add(product: Product, how: HowChosen) {
    const { id: productId, name } = product
    const added = { productId, name, price: priceOf(product) }
    // Rendered at once, so that the new quantity is selected with the focus, and the next digit replaces it.
    flushSync(() => onChange((now) => addLine(now, added, maxQuantity[kind])))
    if (how === 'keyboard') table.current?.focusQuantity(productId)
    else table.current?.showLine(productId)
  }

  function describeLine({ id }: Product) {
    const line = lines.find(({ productId }) => productId === id)
    if (!line) return null
    return `${formatCount(line.quantity)} in the ${kind === 'sales' ? 'sale' : 'purchase'}`
  }

  function takePrice(productId: number) {
    const product = products.data?.find(({ id }) => id === productId)
    if (product) onChange((now) => changeLine(now, productId, { price: priceOf(product) }))
  }

  return (
    <div className="flex min-w-0 flex-col gap-2">
      {/* Sticky, to stay in reach of the last line. Only with open results it covers the submit bar.
          On a phone, the toast that no product was added would cover a sticky field. */}
      <div className="sticky top-(--header-bottom) z-20 -mt-2 bg-background py-2 has-aria-expanded:z-35 has-[[role=alert]]:z-35 max-sm:has-aria-invalid:static">
        <ProductSearch
          ref={searchRef}
          products={{ data: known, isError: products.isError, refetch: products.refetch }}
          failure={productFailure}
          ProductDialog={ProductDialog}
          onCreated={setNewProduct}
          describeLine={describeLine}
          priceOf={priceOf}
          errorId={error === undefined ? undefined : errorId}
          onChoose={add}
        />
      </div>
      {productButtons !== null && (
        <ProductButtons products={productButtons} priceOf={priceOf} onChoose={add} />
      )}
      <LinesTable
        ref={table}
        priceTitle={priceTitle}
        maxQuantity={maxQuantity[kind]}
        error={error}
        errorId={errorId}
        lines={linesWithState}
        subtotal={subtotal}
        onQuantity={(id, quantity) => onChange((now) => changeLine(now, id, { quantity }))}
        onRemove={(id) => onChange((now) => removeLine(now, id))}
        onTakePrice={takePrice}
        onLeave={onLeave}
      />
    </div>
  )
})
