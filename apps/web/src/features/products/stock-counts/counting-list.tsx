import type { Product, StockCountDetail, StockCountLine } from '@stockie/contracts'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { SheetScroll } from '@/components/details-sheet'
import { productColumns } from '@/components/document/pickers/product-option'
import { ProductScan } from '@/components/document/pickers/product-scan'
import { usePickerSearch } from '@/components/document/pickers/listbox'
import { ShowMore, useShownRows } from '@/components/show-more'
import { Checkbox } from '@/components/ui/checkbox'
import { Input } from '@/components/ui/input'
import { formatCount } from '@/lib/format'
import { useEventCallback } from '@/lib/hooks/use-event-callback'
import { products } from '@/resources/products'
import { CountNotice } from './count-notice'
import { CountRow } from './count-row'
import { countedOf, isOnItsWay } from './numbers/unsent-numbers'
import { useCountScans } from './use-count-scans'
import type { CountedLines, CountedProduct } from './numbers/use-counted-lines'
import { useShownLines } from './use-shown-lines'

const pageSize = 100

interface CountingListProps {
  count: StockCountDetail
  counted: CountedLines
  /** Whether the list begins with the products that have no number yet. */
  startsFiltered: boolean
}

/** The products to count. A scan counts one piece, wherever the focus is. */
export function CountingList({ count, counted, startsFiltered }: CountingListProps) {
  const part = useRef<HTMLDivElement>(null)
  const list = useQuery(products.list())
  const { findByCode } = usePickerSearch(list.data, productColumns)
  const [scanned, setScanned] = useState<number | null>(null)
  const [unknownCode, setUnknownCode] = useState<string | null>(null)
  /** The product whose field was left with a number that needs a choice. */
  const [typed, setTyped] = useState<number | null>(null)
  const { numbers } = counted
  const lines = useShownLines({
    lines: counted.lines,
    isCounted: counted.isCounted,
    startsFiltered,
  })
  const { shown, more } = useShownRows(lines.shown, pageSize)
  const unsent = new Set(numbers.filter(isOnItsWay).map(({ productId }) => productId))

  function scan(product: Product) {
    counted.scan(toCounted(product, counted.lineOf(product.id)))
    setScanned(product.id)
    setUnknownCode(null)
    setTyped(null)
    // Not the focus, which may be where the user counts by hand.
    findField(product.id)?.closest('li')?.scrollIntoView({ block: 'nearest' })
  }

  useCountScans(part, {
    findByCode,
    onScan: scan,
    onUnknown(code) {
      setUnknownCode(code)
      setScanned(null)
    },
  })

  // The notice of the last scan stays: a click on its button has just left the field.
  const enter = useEventCallback((line: StockCountLine, entered: number) => {
    const isAsking = counted.enter(line, entered)
    setTyped(isAsking ? line.productId : null)
    return isAsking
  })

  const goOn = useEventCallback((productId: number) => {
    const fields = [...(part.current?.querySelectorAll<HTMLElement>('[data-count]') ?? [])]
    const place = fields.findIndex(({ dataset }) => dataset['count'] === String(productId))
    fields[place + 1]?.focus()
  })

  function findField(productId: number) {
    return part.current?.querySelector<HTMLElement>(`[data-count="${productId}"]`)
  }

  function answered(productId: number) {
    // The question disappears with the focus.
    if (typed === productId) findField(productId)?.focus()
    setTyped(null)
  }

  function describeLine({ id }: Product) {
    const line = counted.lineOf(id)
    if (numbers.some(({ isAsking, productId }) => isAsking && productId === id)) {
      return 'but it has a number already. Close the camera to choose'
    }
    return line ? `${formatCount(countedOf(line, numbers) ?? 0)} counted` : null
  }

  return (
    <div ref={part} className="flex min-h-0 flex-1 flex-col">
      <div className="grid gap-3 border-b px-6 py-4">
        <div className="flex gap-2">
          <Input
            type="search"
            aria-label="Search the count"
            placeholder="Search the count..."
            autoComplete="off"
            spellCheck={false}
            value={lines.search}
            onChange={({ target }) => lines.setSearch(target.value)}
          />
          <ProductScan
            products={list}
            failure={products.loadFailure}
            findByCode={findByCode}
            describeLine={describeLine}
            onFound={scan}
          />
        </div>
        {/* oxlint-disable-next-line jsx-a11y/label-has-associated-control */}
        <label className="flex items-center gap-2.5 text-sm select-none">
          <Checkbox
            checked={lines.isFiltered}
            onChange={({ target }) => lines.filter(target.checked)}
          />
          Not yet counted
        </label>
        <CountNotice
          counted={counted}
          scanned={scanned}
          unknownCode={unknownCode}
          typed={typed}
          onAnswered={answered}
        />
      </div>
      <SheetScroll label="Products to count">
        {shown.length === 0 && (
          <p className="py-10 text-center text-sm text-muted-foreground">
            {lines.search.trim() === ''
              ? 'Every product is counted. Finish the count to see the differences.'
              : 'No results'}
          </p>
        )}
        <ul aria-label="Products to count" className="-mx-2">
          {shown.map((line) => (
            <CountRow
              key={line.productId}
              line={line}
              counted={countedOf(line, numbers)}
              isUnsent={unsent.has(line.productId)}
              isBlind={count.blind}
              isMarked={line.productId === scanned}
              onEnter={enter}
              onNext={goOn}
            />
          ))}
        </ul>
        <ShowMore {...more} />
      </SheetScroll>
    </div>
  )
}

/** A product that is not in the count joins it with its first number. */
function toCounted({ id, name }: Product, line: StockCountLine | undefined): CountedProduct {
  return line ?? { productId: id, name, counted: null, entries: 0 }
}
